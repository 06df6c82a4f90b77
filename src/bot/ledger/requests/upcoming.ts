import type { Day } from '../../../time/dates.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { isNewest } from './earlier.ts';
import type { Request } from './request.ts';
import { createReading } from './set-aside.ts';

/** The most that is read at once; more nobody looks through. */
const most = 200;

/**
 * Finds what was done and lies ahead: the hires by their start day, the offboardings by their last day.
 * @returns a search over days, the first and the last one included; in the order of the days
 */
export function createUpcoming(database: LedgerDatabase, now: () => Date) {
  const readAll = createReading(database);
  return async (first: Day, last: Day): Promise<Request[]> => {
    const rows = await database.db
      .selectFrom('requests')
      .selectAll()
      .where('state', '=', 'done')
      .where(isNewest)
      .where('forgotten_at', 'is', null)
      .where('set_aside_at', 'is', null)
      .where('day', '>=', first)
      .where('day', '<=', last)
      .orderBy('day')
      .limit(most)
      .execute();
    return readAll(rows, now());
  };
}
