const firstPause = 2_000;

/** Upper bound of every wait, in milliseconds, including `Retry-After`. */
export const longestWait = 5 * 60_000;

/** Clamps a wait to between 0 and `longestWait`. @param ms milliseconds, unchecked */
export function boundedWait(ms: number): number {
  return ms > 0 ? Math.min(ms, longestWait) : 0;
}

/**
 * Pause before the next attempt: doubled after each attempt up to `longestWait`, minus up to 25% jitter so that
 * waiting requests don't retry together. A longer `Retry-After` wins, up to `longestWait`.
 * @param attempts attempts so far, at least 1
 * @param retryAfter in milliseconds, if known
 * @returns milliseconds
 */
export function pauseAfter(attempts: number, retryAfter = 0): number {
  const doubled = Math.min(firstPause * 2 ** (attempts - 1), longestWait);
  return Math.round(Math.max(doubled * (1 - Math.random() / 4), boundedWait(retryAfter)));
}

/**
 * Time after an attempt in doubt during which the service may still be working on it, in milliseconds: a released
 * deployment stops its workers after 30 seconds. Only later does "not found" mean that it had no effect.
 */
export const settledAfter = 60_000;

/** Pause before repeating an attempt in doubt that seems to have had no effect, in milliseconds. */
export const repeatAfter = 5_000;
