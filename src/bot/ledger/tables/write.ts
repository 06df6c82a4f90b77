import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { OutgoingMessage } from '../outbox/message.ts';
import type { LedgerTables } from './schema.ts';

/** The database, or a transaction under way in it. */
export type Handle = Kysely<LedgerTables> | Transaction<LedgerTables>;

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
  await tx.insertInto('steps').values(rows).execute();
}

/** Writes one line of the audit log. */
export function step(tx: Handle, id: string, now: Date, actor: string, what: string, detail?: object) {
  return steps(tx, id, now, [{ actor, what, detail }]);
}

/** How long the requester's message waits for what becomes of the others, in milliseconds. */
const untilTheOthers = 10_000;

function later(now: Date, delay: number): string {
  return new Date(now.getTime() + delay).toISOString();
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
  const awaits = messages.some(({ awaited }) => awaited);
  const rows = messages.map(({ purpose, recipient, text, blocks, awaited }) => ({
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
    awaited: awaited ? 1 : 0,
    due_at: later(now, awaits && purpose === 'requester' ? Math.max(delay, untilTheOthers) : delay),
  }));
  await tx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['request_id', 'purpose']).doNothing())
    .execute();
}
