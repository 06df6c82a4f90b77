import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import type { LedgerTables } from './schema.ts';

interface Rows {
  kind: DatabaseKind;
  table: keyof LedgerTables;
  only: RawBuilder<boolean>;
}

/**
 * Two statements that change many rows, each in its own order, wait for each other on PostgreSQL until it ends one
 * after a second, and whatever comes behind them waits too. SQLite writes for one at a time.
 */
function locked({ kind, table, only }: Rows, how: RawBuilder<unknown>): RawBuilder<boolean> {
  if (kind === 'sqlite') return only;
  return sql`ctid = any(array(select ctid from ${sql.table(table)} where ${only} ${how}))`;
}

/** Of these rows those that nobody is changing at this moment: for what is done again and again. */
export const atRest = (rows: Rows) => locked(rows, sql`for update skip locked`);

/** All of these rows, waited for in one order. */
export const inOrder = (rows: Rows) => locked(rows, sql`order by id for update`);
