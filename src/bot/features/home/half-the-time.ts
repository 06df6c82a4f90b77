import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two pages, in milliseconds of the wall. */
const longestPause = 20;

/** Does one page of many, and then nothing for as long: at least half of the time is for whoever opens a form. */
export async function halfTheTime(work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  await sleep(Math.min(performance.now() - began, longestPause));
}
