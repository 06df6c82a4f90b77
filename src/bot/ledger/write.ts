import type { Kysely, Transaction } from 'kysely';
import type { OutgoingMessage } from './message.ts';
import { type Request, toRequest } from './request.ts';
import type { LedgerTables } from './schema.ts';

/** The database, or a transaction under way in it. */
export type Handle = Kysely<LedgerTables> | Transaction<LedgerTables>;

/** Reads one request that is there. */
export async function readRequest(tx: Handle, id: string): Promise<Request> {
  return toRequest(
    await tx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** Writes one line of the audit log. */
export async function step(tx: Handle, id: string, now: Date, actor: string, what: string, detail?: object) {
  const values = { request_id: id, at: now.toISOString(), actor, what };
  await tx
    .insertInto('steps')
    .values({ ...values, detail: detail ? JSON.stringify(detail) : null })
    .execute();
}

/** Writes messages for the outbox; a purpose that the request has a message for already is left as it is. */
export async function addMessages(tx: Handle, id: string, messages: readonly OutgoingMessage[], now: Date) {
  if (messages.length === 0) return;
  const rows = messages.map(({ purpose, recipient, text, blocks }) => ({
    request_id: id,
    purpose,
    recipient: JSON.stringify(recipient),
    text,
    blocks: JSON.stringify(blocks),
    state: 'pending',
    attempts: 0,
    due_at: now.toISOString(),
  }));
  await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['request_id', 'purpose']).doNothing())
    .execute();
}
