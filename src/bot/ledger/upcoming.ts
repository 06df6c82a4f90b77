import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Day } from '../../dates.ts';
import { isNewest } from './earlier.ts';
import { type Request, toRequest } from './request.ts';
import type { LedgerTables } from './schema.ts';

/** The most that is read at once; more nobody looks through. */
const most = 200;

/**
 * Finds what was done and lies ahead: the hires by their start day, the offboardings by their last day.
 * @returns a search over days, the first and the last one included; in the order of the days
 */
export function createUpcoming({ db, kind }: Database<LedgerTables>) {
  const field = (name: string): RawBuilder<string | null> =>
    kind === 'postgres' ? sql`payload::json ->> ${name}` : sql`json_extract(payload, ${`$.${name}`})`;
  const day = sql<string>`coalesce(${field('start_day')}, ${field('termination_date')})`;

  return async (first: Day, last: Day): Promise<Request[]> => {
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('state', '=', 'done')
      .where(isNewest)
      .where('forgotten_at', 'is', null)
      .where(day, '>=', first)
      .where(day, '<=', last)
      .orderBy(day)
      .limit(most)
      .execute();
    return rows.map(toRequest);
  };
}
