import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import type { Db, Queries } from '../storage/tables.ts';

/** Retention of a key and its answer, in milliseconds: seven days. */
const keptFor = 7 * 24 * 3_600_000;

/** Interval between cleanups, in milliseconds. */
const lookEvery = 3_600_000;

/** Rows deleted per step, so that other writers never wait for long. */
const stepSize = 500;

/** Deletes expired keys and answers in the background, at the start and every hour. */
export function startKeyCleanup(db: Db, clock: Clock, log: Log): Repeating {
  return repeat({
    clock,
    every: lookEvery,
    async turn(stopping) {
      while (!stopping.aborted && (await deleteExpiredKeys(db, clock.now())) > 0);
    },
    onError: (error) => log.error({ err: error }, 'Old idempotency keys could not be deleted'),
  });
}

/** Deletes some expired keys. @returns how many; 0 when none is left */
async function deleteExpiredKeys(queries: Queries, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptFor).toISOString();
  const { numDeletedRows } = await queries
    .deleteFrom('idempotency_keys')
    .where('digest', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('digest')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(stepSize),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
