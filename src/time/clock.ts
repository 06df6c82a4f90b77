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

/** Clock that can be moved forward; timers that are due by then fire in order. */
export interface MovableClock extends Clock {
  /** Has no effect for an instant in the past. */
  moveTo(instant: Date): void;
}

/** Runs with `base`, `ahead` milliseconds ahead of it. */
export function movableClock(base: Clock, ahead = 0): MovableClock {
  let offset = ahead;
  const waiting = new Map<number, { at: number; then: () => void; cancel: () => void }>();
  let count = 0;
  const now = () => base.now().getTime() + offset;

  function call(id: number): void {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    one.cancel();
    one.then();
  }

  return {
    now: () => new Date(now()),
    after(ms, then) {
      count += 1;
      const id = count;
      waiting.set(id, { at: now() + ms, then, cancel: base.after(ms, () => call(id)) });
      return () => {
        waiting.get(id)?.cancel();
        waiting.delete(id);
      };
    },
    moveTo(instant) {
      offset += Math.max(instant.getTime() - now(), 0);
      const due = [...waiting]
        .filter(([, { at }]) => at <= now())
        .toSorted(([, one], [, other]) => one.at - other.at);
      for (const [id] of due) call(id);
    },
  };
}
