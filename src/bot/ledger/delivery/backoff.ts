const firstPause = 2_000;

/** Nothing waits longer than this, whoever asks for it, in milliseconds: by then it is worth another look. */
export const longestWait = 5 * 60_000;

/** A wait as it is kept: never negative, never longer than the longest one. @param ms whatever somebody asked for */
export function boundedWait(ms: number): number {
  return ms > 0 ? Math.min(ms, longestWait) : 0;
}

/**
 * How long to wait before the next attempt: twice as long each time up to the longest wait, less up to a quarter by
 * chance so that waiting requests do not all come at once. What the other side asked for with `Retry-After` wins
 * when it is longer, up to the longest wait.
 * @param attempts how many were made so far, at least 1
 * @param retryAfter in milliseconds, when it was told
 * @returns milliseconds
 */
export function pauseAfter(attempts: number, retryAfter = 0): number {
  const doubled = Math.min(firstPause * 2 ** (attempts - 1), longestWait);
  return Math.round(Math.max(doubled * (1 - Math.random() / 4), boundedWait(retryAfter)));
}

/**
 * How long after an attempt in doubt the service may still be working on it, in milliseconds: a worker of a released
 * deployment is stopped after 30 seconds. Only after that is "it had no effect" an end.
 */
export const settledAfter = 60_000;

/** How soon after an attempt in doubt it may be repeated when it seems to have had no effect, in milliseconds. */
export const repeatAfter = 5_000;
