/** Time, handed in, so that a test can let a week pass in a moment. */
export interface Clock {
  now(): Date;
  /** Calls `then` once after `ms` milliseconds; the returned function calls it off. */
  after(ms: number, then: () => void): () => void;
}

/** The machine's own time. A pending call does not keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, then) {
    // Timers overflow at 2^31 ms and would fire at once; whoever waits longer looks again then.
    const timer = setTimeout(then, Math.min(ms, 2 ** 31 - 1)).unref();
    return () => clearTimeout(timer);
  },
};
