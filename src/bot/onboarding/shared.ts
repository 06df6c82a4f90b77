/**
 * Shares a reading among all callers before it begins. A call during a reading gets the next one, since the current
 * one may predate what the caller needs.
 */
export function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    const reading = read().finally(() => {
      if (underWay === reading) underWay = undefined;
    });
    underWay = reading;
    return reading;
  }

  return () => {
    if (!underWay) return begin();
    const ended = underWay.catch(() => {});
    next ??= ended.then(() => {
      next = undefined;
      return begin();
    });
    return next;
  };
}
