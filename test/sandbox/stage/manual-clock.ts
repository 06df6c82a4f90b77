import type { Clock } from '../../../src/sandbox/clock.ts';

interface Alarm {
  at: number;
  run: () => void;
}

/** Clock that moves only through `advance`. */
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

  /** Advances the time and runs due timers in order. */
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
