/**
 * Does something once in so many milliseconds at the most, and once at a time: whoever asks meanwhile waits along.
 * What it throws is left out, since whoever asks goes on without it.
 */
export function seldom(now: () => number, every: number, work: () => Promise<unknown>): () => Promise<void> {
  let begunAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  return () => {
    // Also where the clock was set back since.
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
