import { type Clock, systemClock } from '../../src/time/clock.ts';

/** Clock that runs at wall speed and that a test can move forward. */
export interface MovedClock extends Clock {
  /** Moves on to an instant, and calls everything due by then, in order. */
  moveTo(instant: Date): void;
  moveBy(ms: number): void;
}

/** @param start ISO 8601 instant at which the clock starts */
export function movedClock(start: string): MovedClock {
  let since = { time: Date.parse(start), at: performance.now() };
  const waiting = new Map<number, { at: number; then: () => void; cancel: () => void }>();
  let count = 0;
  const now = () => since.time + (performance.now() - since.at);

  function call(id: number): void {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    one.cancel();
    one.then();
  }

  function moveTo(instant: Date): void {
    since = { time: Math.max(instant.getTime(), now()), at: performance.now() };
    const due = [...waiting]
      .filter(([, { at }]) => at <= now())
      .toSorted(([, one], [, other]) => one.at - other.at);
    for (const [id] of due) call(id);
  }

  return {
    now: () => new Date(now()),
    after(ms, then) {
      count += 1;
      const id = count;
      waiting.set(id, { at: now() + ms, then, cancel: systemClock.after(ms, () => call(id)) });
      return () => {
        waiting.get(id)?.cancel();
        waiting.delete(id);
      };
    },
    moveTo,
    moveBy: (ms) => moveTo(new Date(now() + ms)),
  };
}
