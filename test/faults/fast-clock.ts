import { type Clock, systemClock } from '../../src/time/clock.ts';

/** Clock that runs a multiple of wall time. */
export interface FastClock extends Clock {
  /** Changes the speed. Pending timers keep their old moments. */
  runAt(speed: number): void;
  /** Shifts the time by `ms`, forwards or backwards. Pending timers ignore the shift. */
  jump(ms: number): void;
  /** Shifts the time forwards by `ms` and fires the timers due by then, in order. */
  skip(ms: number): void;
}

/** Clock that starts now and makes pauses of minutes short. */
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
