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
