import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import type { LedgerTables } from './schema.ts';

interface Rows {
  kind: DatabaseKind;
  table: keyof LedgerTables;
  only: RawBuilder<boolean>;
}

/**
 * On PostgreSQL, two statements updating many rows in different orders deadlock: one fails after a second, and
 * everything else waits. SQLite has a single writer.
 */
function locked({ kind, table, only }: Rows, how: RawBuilder<unknown>): RawBuilder<boolean> {
  if (kind === 'sqlite') return only;
  return sql`ctid = any(array(select ctid from ${sql.table(table)} where ${only} ${how}))`;
}

/** Rows not locked at the moment, for statements that are repeated anyway. */
export const atRest = (rows: Rows) => locked(rows, sql`for update skip locked`);

/** All rows, locked in id order. */
export const inOrder = (rows: Rows) => locked(rows, sql`order by id for update`);
