const firstPause = 2_000;
const longestPause = 10 * 60_000;

/**
 * How long to wait before the next attempt: twice as long each time up to ten minutes, less up to a quarter by
 * chance so that waiting requests do not all come at once. What the other side asked for with `Retry-After` wins
 * when it is longer.
 * @param attempts how many were made so far, at least 1
 * @param retryAfter in milliseconds, when it was told
 * @param random a number from 0 to 1
 * @returns milliseconds
 */
export function pauseAfter(attempts: number, retryAfter = 0, random = Math.random()): number {
  const doubled = Math.min(firstPause * 2 ** (attempts - 1), longestPause);
  return Math.round(Math.max(doubled * (1 - random / 4), retryAfter));
}

/**
 * How long after an attempt in doubt the service may still be working on it, in milliseconds: a worker of a released
 * deployment is stopped after 30 seconds. Only after that is "it had no effect" an end.
 */
export const settledAfter = 60_000;

/** How soon after an attempt in doubt it may be repeated when it seems to have had no effect, in milliseconds. */
export const repeatAfter = 5_000;
