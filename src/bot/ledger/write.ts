import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { OutgoingMessage } from './message.ts';
import type { LedgerTables } from './schema.ts';

/** The database, or a transaction under way in it. */
export type Handle = Kysely<LedgerTables> | Transaction<LedgerTables>;

/** Writes one line of the audit log. */
export async function step(tx: Handle, id: string, now: Date, actor: string, what: string, detail?: object) {
  const values = { request_id: id, at: now.toISOString(), actor, what };
  await tx
    .insertInto('steps')
    .values({ ...values, detail: detail ? JSON.stringify(detail) : null })
    .execute();
}

/**
 * Writes messages for the outbox; a purpose that the request has a message for already is left as it is.
 * @param id the request's, or null for what concerns all of them
 * @param delay milliseconds before they may be sent
 */
export async function addMessages(
  tx: Handle,
  id: string | null,
  messages: readonly OutgoingMessage[],
  now: Date,
  delay = 0,
) {
  if (messages.length === 0) return;
  const rows = messages.map(({ purpose, recipient, text, blocks }) => ({
    key: randomUUID(),
    request_id: id,
    purpose,
    recipient: JSON.stringify(recipient),
    text,
    blocks: JSON.stringify(blocks),
    state: 'pending',
    doubtful: 0,
    attempts: 0,
    created_at: now.toISOString(),
    due_at: new Date(now.getTime() + delay).toISOString(),
  }));
  await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['request_id', 'purpose']).doNothing())
    .execute();
}
