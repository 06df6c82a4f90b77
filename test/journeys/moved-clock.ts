import { type TestClock, testClock } from '../clock.ts';

export type MovedClock = TestClock;
export const movedClock = (start: string): TestClock => testClock({ start });
