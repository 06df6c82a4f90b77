import { type MovableClock, movableClock, systemClock } from '../src/time/clock.ts';
import { type Day, instantOf } from '../src/time/dates.ts';

/** Clock that a test moves; between moves it runs at a multiple of wall speed. */
export interface TestClock extends MovableClock {
  moveBy(ms: number): void;
  moveToDay(day: Day, time?: string, zone?: string): void;
  /** Changes the speed. Pending timers keep their old moments. */
  runAt(speed: number): void;
  /** Shifts the time by milliseconds, forwards or backwards. Pending timers ignore the shift. */
  jump(ms: number): void;
  /** Runs `work` with the clock at about ten times wall speed or more; pending timers follow. */
  hurry<Result>(work: () => Promise<Result>): Promise<Result>;
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
  const now = () => since.time + (performance.now() - since.at) * speed;
  const clock = movableClock({
    now: () => new Date(now()),
    after: (ms, then) => systemClock.after(ms / speed, then),
  });
  const moveBy = (ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
  return {
    ...clock,
    moveBy,
    moveToDay: (day, time = '09:00', zone = 'Europe/London') => clock.moveTo(instantOf(day, time, zone)),
    runAt(next) {
      since = { time: now(), at: performance.now() };
      speed = next;
    },
    jump(ms) {
      since = { time: now() + ms, at: performance.now() };
    },
    hurry(work) {
      const moving = setInterval(() => moveBy(100), 10);
      return work().finally(() => clearInterval(moving));
    },
  };
}
