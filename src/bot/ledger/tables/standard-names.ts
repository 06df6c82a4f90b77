import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import { hasColumn } from './has-column.ts';

/** What tables, columns and states were called, and are called by the field's standard terms. */
const tables = { steps: 'audit_events', gate: 'circuit_breaker', channel_troubles: 'blocked_channels' };
const requestColumns = {
  trouble: 'last_error',
  highest_id_before: 'baseline',
  doubted_at: 'outcome_unknown_at',
  employee_id: 'result_id',
};
const states = {
  waiting: 'pending',
  sending: 'delivering',
  unknown: 'outcome_unknown',
  undecided: 'needs_review',
  refused: 'rejected',
};

/** Gives everything its name, with all that is stored: requests on their way, messages, what was asked and noted. */
export function useStandardNames(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  // On SQLite the migrator begins no transaction, and half of the names would be no version's.
  return kind === 'sqlite' ? db.transaction().execute(rename) : rename(db);
}

async function rename(db: Kysely<unknown>): Promise<void> {
  if (await hasColumn(db, 'requests', 'last_error')) return;
  await sql`drop index requests_submission`.execute(db);
  for (const [before, after] of Object.entries(requestColumns))
    await db.schema.alterTable('requests').renameColumn(before, after).execute();
  await db.schema.alterTable('messages').renameColumn('trouble', 'blocked_by').execute();
  for (const [before, after] of Object.entries(tables))
    await db.schema.alterTable(before).renameTo(after).execute();
  for (const [before, after] of Object.entries(states)) await renameState(db, before, after);
  await renameIds(db);
  const counts = sql`state not in ('rejected', 'cancelled')`;
  await sql`create unique index requests_submission on requests (submission) where ${counts}`.execute(db);
}

/** Where it is a state, an outcome, or what the audit log says was done. */
async function renameState(db: Kysely<unknown>, before: string, after: string): Promise<void> {
  await sql`update requests set state = ${after} where state = ${before}`.execute(db);
  await sql`update audit_events set what = ${after} where what = ${before}`.execute(db);
  await replace(db, 'audit_events', 'detail', `"state":"${before}"`, `"state":"${after}"`);
  await replace(db, 'requests', 'outcome', `"kind":"${before}"`, `"kind":"${after}"`);
}

async function renameIds(db: Kysely<unknown>): Promise<void> {
  for (const column of ['outcome', 'question'])
    await replace(db, 'requests', column, '"employeeId":', '"resultId":');
  await replace(db, 'audit_events', 'detail', '"employeeId":', '"resultId":');
  await replace(db, 'audit_events', 'detail', '"trouble":', '"error":');
}

/** In JSON: what people wrote has a backslash before each quotation mark, so that it is left alone. */
async function replace(db: Kysely<unknown>, table: string, column: string, before: string, after: string) {
  const [rows, own] = [sql.table(table), sql.ref(column)];
  const fits = `%${before}%`;
  await sql`update ${rows} set ${own} = replace(${own}, ${before}, ${after}) where ${own} like ${fits}`.execute(
    db,
  );
}
