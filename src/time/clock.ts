/** Time as a dependency, so that tests can skip ahead. */
export interface Clock {
  now(): Date;
  /** Calls `then` once after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, then: () => void): () => void;
}

/** The machine's clock. Pending timers don't keep the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, then) {
    // Timers overflow at 2^31 ms and would fire at once. Longer waits end early, so callers must check again.
    const timer = setTimeout(then, Math.min(ms, 2 ** 31 - 1)).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Leaves no timer behind. Returns undefined after `ms` milliseconds, while the work continues; later
 * rejections are swallowed.
 */
export async function within<Value>(
  clock: Clock,
  ms: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const tooLate = Promise.withResolvers<undefined>();
  const cancel = clock.after(ms, () => tooLate.resolve(undefined));
  return Promise.race([work, tooLate.promise]).finally(cancel);
}
