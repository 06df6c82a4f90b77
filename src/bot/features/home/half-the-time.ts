import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two pages, in milliseconds of real time. */
const longestPause = 20;

/**
 * Throttles background work: pauses afterwards for as long as the work took (at most `longestPause`), so that forms
 * get their turn.
 */
export async function halfTheTime(work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  await sleep(Math.min(performance.now() - began, longestPause));
}
