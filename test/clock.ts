import { type Clock, systemClock } from '../src/time/clock.ts';
import { type Day, instantOf } from '../src/time/dates.ts';

/** Clock that a test moves; between moves it runs at a multiple of wall speed. */
export interface TestClock extends Clock {
  moveTo(instant: Date): void;
  moveBy(ms: number): void;
  moveToDay(day: Day, time?: string, zone?: string): void;
  /** Changes the speed. Pending timers keep their old moments. */
  runAt(speed: number): void;
  /** Shifts the time by milliseconds, forwards or backwards. Pending timers ignore the shift. */
  jump(ms: number): void;
}

export function testClock({
  start,
  speed: first = 1,
}: {
  start?: string | undefined;
  speed?: number;
} = {}): TestClock {
  let speed = first;
  let since = { time: start === undefined ? Date.now() : Date.parse(start), at: performance.now() };
  const waiting = new Map<number, { at: number; then: () => void; cancel: () => void }>();
  let count = 0;
  const now = () => since.time + (performance.now() - since.at) * speed;

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
      waiting.set(id, { at: now() + ms, then, cancel: systemClock.after(ms / speed, () => call(id)) });
      return () => {
        waiting.get(id)?.cancel();
        waiting.delete(id);
      };
    },
    moveTo,
    moveBy: (ms) => moveTo(new Date(now() + ms)),
    moveToDay: (day, time = '09:00', zone = 'Europe/London') => moveTo(instantOf(day, time, zone)),
    runAt(next) {
      since = { time: now(), at: performance.now() };
      speed = next;
    },
    jump(ms) {
      since = { time: now() + ms, at: performance.now() };
    },
  };
}
