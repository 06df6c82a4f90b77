import { type Clock, systemClock } from '../../src/time/clock.ts';

/** A clock that runs so many times as fast as the wall's. */
export interface FastClock extends Clock {
  /** From now on it runs at this speed; what waits already fires when it was to at the old one. */
  runAt(speed: number): void;
  /** From now on it is so many milliseconds later (or earlier); what waits already fires as if nothing had happened. */
  jump(ms: number): void;
  /** From now on it is so many milliseconds later; what was to be called by then is called now, in its order. */
  skip(ms: number): void;
}

/** Time that begins now, so that pauses of minutes pass in a moment. */
export function fastClock(speed: number): FastClock {
  let current = speed;
  let since = { time: Date.now(), at: performance.now() };
  const waiting = new Set<{ left: () => number; call: () => void }>();
  const now = () => since.time + (performance.now() - since.at) * current;
  return {
    now: () => new Date(now()),
    after(ms, then) {
      const end = performance.now() + ms / current;
      const cancel = systemClock.after(ms / current, () => one.call());
      const one = {
        left: () => (end - performance.now()) * current,
        call() {
          if (forget()) then();
        },
      };
      function forget(): boolean {
        cancel();
        return waiting.delete(one);
      }
      waiting.add(one);
      return () => void forget();
    },
    runAt(next) {
      since = { time: now(), at: performance.now() };
      current = next;
    },
    jump(ms) {
      since = { time: now() + ms, at: performance.now() };
    },
    skip(ms) {
      since = { time: now() + ms, at: performance.now() };
      const due = [...waiting].filter(({ left }) => left() <= ms);
      for (const { call } of due.toSorted((one, other) => one.left() - other.left())) call();
    },
  };
}
