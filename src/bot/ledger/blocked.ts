import { unleased } from './lease.ts';
import type { LedgerDatabase } from './ledger-database.ts';
import { type OutgoingMessage, Recipient } from './message.ts';
import type { PendingMessage } from './outbox-store.ts';
import { addMessages, type Handle } from './write.ts';

/** A channel into which Frontdesk cannot write until somebody mends that. */
export interface BlockedChannel {
  channel: string;
  /** Slack's word, e.g. `channel_not_found`. */
  code: string;
}

export interface BlockedWords {
  /** Told once while anything waits for the channel. @param requester who asked for what waits; null for nobody */
  blocked(channel: BlockedChannel, requester: string | null): OutgoingMessage[];
}

/** How a message is put off. */
export interface Blocking {
  holder: string;
  code: string;
  until: Date;
}

/** The messages that wait for somebody to mend something in Slack. */
export type Blocked = ReturnType<typeof createBlocked>;

export function createBlocked({ db, transact }: LedgerDatabase, words: BlockedWords) {
  return {
    /** The channels that something waits for. */
    channels: () => channelsIn(db),

    /** Puts a message off until its channel is mended; people are told when it is the first one there. */
    block({ id, requestId, recipient }: PendingMessage, { holder, code, until }: Blocking, now: Date) {
      return transact(async (tx) => {
        const known = await channelsIn(tx);
        await tx
          .updateTable('messages')
          .set({ state: 'pending', trouble: code, due_at: until.toISOString(), ...unleased })
          .where('id', '=', id)
          .where('lease_holder', '=', holder)
          .execute();
        if (!('channel' in recipient) || known.some(({ channel }) => channel === recipient.channel)) return;
        const asker = requestId === null ? null : await requesterOf(tx, requestId);
        // With the request, so that whoever asked is known when this cannot be told either.
        await addMessages(tx, requestId, words.blocked({ channel: recipient.channel, code }, asker), now);
      });
    },
  };
}

async function channelsIn(tx: Handle): Promise<BlockedChannel[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['recipient', 'trouble'])
    .distinct()
    .where('state', 'in', ['pending', 'sending'])
    .where('trouble', 'is not', null)
    .execute();
  const codes = new Map<string, string>();
  for (const { recipient, trouble } of rows) {
    const to = Recipient.parse(JSON.parse(recipient));
    if ('channel' in to && trouble !== null) codes.set(to.channel, trouble);
  }
  return [...codes].map(([channel, code]) => ({ channel, code }));
}

async function requesterOf(tx: Handle, id: string): Promise<string> {
  const query = tx.selectFrom('requests').select('requester').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).requester;
}
