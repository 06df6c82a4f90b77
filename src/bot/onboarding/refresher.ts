import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Directory } from './directory.ts';

/** How often everything is read again, in milliseconds; and how soon after a failure. */
const every = 5 * 60_000;
const afterFailure = 15_000;

/** Keeps the directory fresh in the background. */
export function createRefresher(directory: Directory, clock: Clock, log: Log) {
  let cancel = () => {};
  let stopped = false;

  async function turn(): Promise<void> {
    const before = directory.trouble();
    await directory.refresh();
    const trouble = directory.trouble();
    if (trouble && trouble.message !== before?.message)
      log.warn({ err: trouble }, 'the employees cannot be read');
    if (!stopped) cancel = clock.after(trouble ? afterFailure : every, () => void turn());
  }

  return {
    start: () => void turn(),
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}
