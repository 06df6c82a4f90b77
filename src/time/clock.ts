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

/**
 * Waits for what may never come, and leaves no timer behind when it does.
 * @param ms how long it may take, in milliseconds
 * @returns what it resolves to; undefined when it takes longer: it goes on, unheard
 * @throws what it throws in time; what it throws later is swallowed
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
