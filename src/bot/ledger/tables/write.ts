import type { Kysely } from 'kysely';
import type { LedgerTables, RequestRow } from './schema.ts';

export type Handle = Kysely<LedgerTables>;

interface Step {
  actor: string;
  what: string;
  detail?: object | undefined;
}

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

/** `actor`: a Slack user id, or `frontdesk`. `detail`: codes and statuses, never personal data. */
export function step(tx: Handle, id: string, now: Date, actor: string, what: string, detail?: object) {
  return steps(tx, id, now, [{ actor, what, detail }]);
}

export async function updateRequest(tx: Handle, id: string, values: Partial<RequestRow>): Promise<void> {
  await tx.updateTable('requests').set(values).where('id', '=', id).execute();
}

/** Update of a request that has no effect if the lease was lost. */
export function heldRequest(handle: Handle, id: string, holder: string) {
  return handle.updateTable('requests').where('id', '=', id).where('lease_holder', '=', holder);
}

/** Update of a message that has no effect if the lease was lost. */
export function heldMessage(handle: Handle, id: number, holder: string) {
  return handle.updateTable('messages').where('id', '=', id).where('lease_holder', '=', holder);
}
