import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import { Recipient } from './message.ts';
import type { LedgerTables, MessageRow } from './schema.ts';
import type { Lease } from './store.ts';

/** A message that is waiting to be sent. */
export interface PendingMessage {
  id: number;
  requestId: string;
  purpose: string;
  recipient: Recipient;
  text: string;
  blocks: readonly object[];
  attempts: number;
}

/** The rows of the messages to Slack. */
export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore({ db, kind }: Database<LedgerTables>) {
  return {
    /** Takes the next due message under a lease; undefined when there is none. */
    async claim({ holder, length }: Lease, now: Date): Promise<PendingMessage | undefined> {
      const instant = now.toISOString();
      const next = db
        .selectFrom('messages')
        .select('id')
        .where('state', '=', 'pending')
        .where('due_at', '<=', instant)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', instant)]))
        .orderBy('id')
        .limit(1);
      const row = await db
        .updateTable('messages')
        .set((message) => ({
          lease_holder: holder,
          lease_until: new Date(now.getTime() + length).toISOString(),
          attempts: message('attempts', '+', 1),
        }))
        .where('id', '=', kind === 'postgres' ? next.forUpdate().skipLocked() : next)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', instant)]))
        .returningAll()
        .executeTakeFirst();
      return row && toPending(row);
    },

    /** It is in Slack, or nobody there has the address (no `where`). */
    async sent(id: number, where: { channel: string; ts: string } | undefined): Promise<void> {
      const state = where ? 'sent' : 'dropped';
      await db
        .updateTable('messages')
        .set({ state, ...where, lease_holder: null, lease_until: null })
        .where('id', '=', id)
        .execute();
    },

    /** Slack will never take it. */
    async dropped(id: number): Promise<void> {
      await db
        .updateTable('messages')
        .set({ state: 'dropped', lease_holder: null, lease_until: null })
        .where('id', '=', id)
        .execute();
    },

    async postpone(id: number, until: Date): Promise<void> {
      const due = { due_at: until.toISOString(), lease_holder: null, lease_until: null };
      await db.updateTable('messages').set(due).where('id', '=', id).execute();
    },

    async nextDue(): Promise<Date | undefined> {
      const row = await db
        .selectFrom('messages')
        .select('due_at')
        .where('state', '=', 'pending')
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      return row && new Date(row.due_at);
    },
  };
}

function toPending(row: Selectable<MessageRow>): PendingMessage {
  return {
    id: row.id,
    requestId: row.request_id,
    purpose: row.purpose,
    recipient: Recipient.parse(JSON.parse(row.recipient)),
    text: row.text,
    blocks: JSON.parse(row.blocks),
    attempts: row.attempts,
  };
}
