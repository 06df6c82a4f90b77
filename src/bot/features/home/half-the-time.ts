import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two pages, in milliseconds of real time. */
const longestPause = 20;

/** Throttles background work, so that forms get their turn: pauses afterwards for as long as it took. */
export async function halfTheTime(work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  await sleep(Math.min(performance.now() - began, longestPause));
}
