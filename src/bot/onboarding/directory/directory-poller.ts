import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { Directory } from './directory.ts';

/** Reading interval, in milliseconds; after a failure the first retry comes soon, then the pause doubles. */
const every = 5 * 60_000;
const afterFailure = 15_000;

/** Refreshes the directory in the background. */
export function pollDirectory(directory: Directory, clock: Clock, log: Log): Repeating {
  let failures = 0;
  const onError = (err: unknown) => log.error({ err }, 'the employees cannot be read');

  async function turn(): Promise<void> {
    const before = directory.trouble();
    await directory.refresh();
    const trouble = directory.trouble();
    if (trouble && trouble.message !== before?.message)
      log.warn({ err: trouble }, 'the employees cannot be read');
    failures = trouble ? failures + 1 : 0;
  }

  return repeat({
    clock,
    every: () => (failures > 0 ? Math.min(afterFailure * 2 ** (failures - 1), every) : every),
    turn,
    onError,
  });
}
