import { type TestClock, testClock } from '../clock.ts';

export interface FastClock extends TestClock {
  skip(ms: number): void;
}
export function fastClock(speed: number): FastClock {
  const clock = testClock({ speed });
  return { ...clock, skip: clock.moveBy };
}
