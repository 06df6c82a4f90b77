import { type InsertObject, type Kysely, type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import { chunks } from '../../../database/table.ts';
import type { LedgerTables, RequestRow } from './schema.ts';

export type Handle = Kysely<LedgerTables>;

/** A transaction, or a single statement. Everything written in it has the same time. */
export interface Writing {
  db: Handle;
  now: Date;
}

// Must match the WHERE clauses of the partial indexes: SQLite doesn't use them if the state is a parameter
// (https://sqlite.org/partialindex.html).

export const stands = sql<boolean>`requests.state not in ('rejected', 'cancelled')`;

/** A request that somebody submitted and that has no outcome yet. A proposal isn't one until somebody takes it. */
export const isOpen = sql<boolean>`(requests.ended_at is null and requests.state <> 'proposed')`;

export const isProposed = sql<boolean>`requests.state = 'proposed'`;

export const isDone = sql<boolean>`requests.state = 'done'`;

export const isUnsent = sql<boolean>`messages.state in ('pending', 'sending')`;

export const isPlanned = sql<boolean>`messages.planned = 1`;
export const isAtOnce = sql<boolean>`messages.planned = 0`;

/** Time from which a message's age counts: the planned or creation time. `due_at` moves with each failed try. */
export const wantedAt = sql<string>`coalesce(scheduled_for, created_at)`;

/** SQL condition: no later request of this kind was completed for the same person, so this one counts. */
export const isNewest = sql<boolean>`not exists (
  select 1 from requests newer where newer.state = 'done' and newer.kind = requests.kind
  and newer.subject = requests.subject and newer.subject <> '' and newer.revision > requests.revision)`;

/** Completed requests that count: the newest about each person, with its details. */
export function counting(db: Handle) {
  return db.selectFrom('requests').where(isDone).where(isNewest).where('requests.forgotten_at', 'is', null);
}

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

/** Adds rows, except those whose key exists. */
export async function addRows<Table extends keyof LedgerTables & string>(
  db: Handle,
  table: Table,
  rows: readonly InsertObject<LedgerTables, Table>[],
): Promise<void> {
  for (const some of chunks(rows))
    await db
      .insertInto(table)
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Adds a step to the audit log.
 * @param actor a Slack user id, or `frontdesk`
 * @param detail codes and statuses, never personal data
 */
export async function step({ db, now }: Writing, id: string, actor: string, what: string, detail?: object) {
  const at = now.toISOString();
  const row = { request_id: id, at, actor, what, detail: detail ? JSON.stringify(detail) : null };
  await db.insertInto('audit_events').values(row).execute();
}

export async function updateRequest(
  { db }: Pick<Writing, 'db'>,
  id: string,
  values: Partial<RequestRow>,
): Promise<void> {
  await db.updateTable('requests').set(values).where('id', '=', id).execute();
}

/** Update that drops messages which no process has begun to send. */
export function dropPending(db: Handle) {
  return db.updateTable('messages').set({ state: 'dropped' }).where('state', '=', 'pending');
}

/** Update of a request that has no effect if the lease was lost. */
export function heldRequest(db: Handle, id: string, holder: string) {
  return db.updateTable('requests').where('id', '=', id).where('lease_holder', '=', holder);
}

/** Update of a message that has no effect if the lease was lost. */
export function heldMessage(db: Handle, { id, holder }: { id: number; holder: string }) {
  return db.updateTable('messages').where('id', '=', id).where('lease_holder', '=', holder);
}
