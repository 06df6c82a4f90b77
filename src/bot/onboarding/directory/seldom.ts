/**
 * Throttles work to once per `every` milliseconds, one at a time; calls meanwhile wait for the running one. Ignores
 * errors, since callers continue without the result.
 * @param now in milliseconds since the epoch
 */
export function seldom(now: () => number, every: number, work: () => Promise<unknown>): () => Promise<void> {
  let begunAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  return () => {
    // `Math.abs`, since the clock may have been set back.
    if (!underWay && Math.abs(now() - begunAt) >= every) {
      begunAt = now();
      const ended = () => {
        underWay = undefined;
      };
      underWay = work().then(ended, ended);
    }
    return underWay ?? Promise.resolve();
  };
}
