import type { Kysely } from 'kysely';
import type { LedgerTables, RequestRow } from './schema.ts';

/** The database, or a transaction under way in it. */
export type Handle = Kysely<LedgerTables>;

/** One line of the audit log: who did what to a request. */
interface Step {
  /** A Slack user id, or `frontdesk`. */
  actor: string;
  what: string;
  /** Codes and statuses, never people's data. */
  detail?: object | undefined;
}

/** Writes lines of the audit log, in their order. */
export async function steps(tx: Handle, id: string, now: Date, lines: readonly Step[]) {
  const rows = lines.map(({ actor, what, detail }) => ({
    request_id: id,
    at: now.toISOString(),
    actor,
    what,
    detail: detail ? JSON.stringify(detail) : null,
  }));
  await tx.insertInto('audit_events').values(rows).execute();
}

/** Writes one line of the audit log. */
export function step(tx: Handle, id: string, now: Date, actor: string, what: string, detail?: object) {
  return steps(tx, id, now, [{ actor, what, detail }]);
}

/** Changes a request, whoever holds it. */
export async function updateRequest(tx: Handle, id: string, values: Partial<RequestRow>): Promise<void> {
  await tx.updateTable('requests').set(values).where('id', '=', id).execute();
}

/** A request, for as long as whoever took it holds it. */
export function heldRequest(handle: Handle, id: string, holder: string) {
  return handle.updateTable('requests').where('id', '=', id).where('lease_holder', '=', holder);
}

/** A message, for as long as whoever took it holds it. */
export function heldMessage(handle: Handle, id: number, holder: string) {
  return handle.updateTable('messages').where('id', '=', id).where('lease_holder', '=', holder);
}
