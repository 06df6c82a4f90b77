/** Time for the sandbox: what o'clock it is, and waking up later. Tests hand in one that they turn by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs something in so many milliseconds; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: Date.now,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

interface Alarm {
  at: number;
  run: () => void;
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now: number;
  #alarms: Alarm[] = [];

  constructor(start: number = Date.UTC(2026, 10, 16, 9)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const alarm = { at: this.#now + milliseconds, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Moves on and runs what became due, in its order. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let next = this.#due(until); next; next = this.#due(until)) {
      this.#alarms = this.#alarms.filter((other) => other !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = until;
  }

  #due(until: number): Alarm | undefined {
    return this.#alarms.filter((alarm) => alarm.at <= until).sort((a, b) => a.at - b.at)[0];
  }
}
