import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Directory } from './directory.ts';

/** How often everything is read again, in milliseconds; after failures first soon, then twice as late each time. */
const every = 5 * 60_000;
const afterFailure = 15_000;

/** Keeps the directory fresh in the background. */
export function createDirectoryPoller(directory: Directory, clock: Clock, log: Log) {
  let cancel = () => {};
  let stopped = false;
  let failures = 0;

  async function turn(reading: Promise<void>): Promise<void> {
    const before = directory.trouble();
    await reading;
    const trouble = directory.trouble();
    if (trouble && trouble.message !== before?.message)
      log.warn({ err: trouble }, 'the employees cannot be read');
    failures = trouble ? failures + 1 : 0;
    const pause = trouble ? Math.min(afterFailure * 2 ** (failures - 1), every) : every;
    if (!stopped) cancel = clock.after(pause, () => void turn(directory.refresh()));
  }

  return {
    /** Goes on from a reading that is under way already. */
    start: (first: Promise<void>) => void turn(first),
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}
