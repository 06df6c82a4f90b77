import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseKind } from '../../../database/open.ts';
import type { Statement, Transact } from '../../../database/transact.ts';
import type { BuilderOf } from '../outbox/pending-message.ts';
import type { RequestTypes } from '../requests/request-type.ts';
import type { LedgerTables } from './schema.ts';
import type { Handle } from './write.ts';

export type SetAside = (tx: Handle, id: string, now: Date) => Promise<void>;

export interface LedgerDatabase extends Database<LedgerTables> {
  transact: Transact<LedgerTables>;
  statement: Statement<LedgerTables>;
  setAside: SetAside;
  types: RequestTypes;
  /** The organization's current day at an instant. */
  today: (now: Date) => string;
  builderOf: BuilderOf;
}

// Must match the WHERE clauses of the partial indexes: SQLite doesn't use them if the state is a parameter
// (https://sqlite.org/partialindex.html).

export const stands = sql<boolean>`requests.state not in ('rejected', 'cancelled')`;

export const isDone = sql<boolean>`requests.state = 'done'`;

export const isUnsent = sql<boolean>`messages.state in ('pending', 'sending')`;

export const isPlanned = sql<boolean>`messages.planned = 1`;
export const isAtOnce = sql<boolean>`messages.planned = 0`;
export const wasTried = sql<boolean>`messages.planned = 1 and messages.attempts > 0`;

interface Rows {
  kind: DatabaseKind;
  table: keyof LedgerTables;
  only: RawBuilder<boolean>;
}

/**
 * Locks rows in one order: on PostgreSQL, two statements updating many rows in different orders deadlock, one
 * fails after a second, and everything else waits. SQLite has a single writer.
 */
function locked({ kind, table, only }: Rows, how: RawBuilder<unknown>): RawBuilder<boolean> {
  if (kind === 'sqlite') return only;
  return sql`ctid = any(array(select ctid from ${sql.table(table)} where ${only} ${how}))`;
}

export const atRest = (rows: Rows) => locked(rows, sql`for update skip locked`);

/** All rows, locked in id order. */
export const inOrder = (rows: Rows) => locked(rows, sql`order by id for update`);

/** SQL condition: no later request of this kind was completed for the same person, so this one counts. */
export const isNewest = sql<boolean>`not exists (
  select 1 from requests newer where newer.state = 'done' and newer.kind = requests.kind
  and newer.subject = requests.subject and newer.subject <> '' and newer.revision > requests.revision)`;
