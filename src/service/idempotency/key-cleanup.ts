import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import type { Db, Queries } from '../storage/tables.ts';

/** How long a key and its answer are kept, in milliseconds: seven days. */
const keptFor = 7 * 24 * 3_600_000;

/** How often what is too old is looked for, in milliseconds. */
const lookEvery = 3_600_000;

/** How many are deleted in one step, so that other writers never wait for long. */
const stepSize = 500;

/** Deletes in the background the keys and answers that have been kept long enough, at the start and every hour. */
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

/** Deletes some of those that are too old. @returns how many; asked again, it finds the rest */
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
