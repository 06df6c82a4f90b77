import { unleased } from '../delivery/lease.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { addMessages, type Handle } from '../tables/write.ts';
import { type OutgoingMessage, readRecipient } from './message.ts';
import type { PendingMessage } from './pending-message.ts';

/** A channel, or the conversation with a person, in which Frontdesk cannot write or look until somebody mends that. */
export interface BlockedChannel {
  /** Its id, or the person's. */
  channel: string;
  /** Slack's word, e.g. `channel_not_found`. */
  code: string;
}

export interface BlockedWords {
  /** Told once, and again after a week in which nobody has mended it. */
  blocked(channel: BlockedChannel): OutgoingMessage[];
}

/** How a message is put off. */
interface Blocking {
  holder: string;
  channel: string;
  code: string;
  until: Date;
}

/** When people are told again of what nobody has mended, in milliseconds. */
const toldAgainAfter = 7 * 86_400_000;

/** The messages that wait for somebody to mend something in Slack. */
export type Blocked = ReturnType<typeof createBlocked>;

export function createBlocked({ db, transact }: LedgerDatabase, words: BlockedWords) {
  return {
    /** The channels that something waits for. */
    channels: () => channelsIn(db),

    /** Puts a message off until its channel is mended; people are told, once. */
    block({ id }: PendingMessage, { holder, channel, code, until }: Blocking, now: Date) {
      return transact(async (tx) => {
        await tx
          .updateTable('messages')
          .set({ state: 'pending', trouble: code, target: channel, due_at: until.toISOString(), ...unleased })
          .where('id', '=', id)
          .where('lease_holder', '=', holder)
          .execute();
        await tellOnce(tx, { channel, code }, words, now);
      });
    },

    /** Tells people, once, of a channel for which nothing waits. */
    tell: (channel: BlockedChannel, now: Date) => transact((tx) => tellOnce(tx, channel, words, now)),

    /** Somebody mended it: the next trouble there is news again. */
    async mended(channel: string): Promise<void> {
      await db.deleteFrom('channel_troubles').where('channel', '=', channel).execute();
    },
  };
}

/** One row for each trouble of a channel: whoever writes it tells people, and nobody else does. */
export async function tellOnce(
  tx: Handle,
  channel: BlockedChannel,
  words: BlockedWords,
  now: Date,
): Promise<void> {
  const told_at = now.toISOString();
  const longAgo = new Date(now.getTime() - toldAgainAfter).toISOString();
  const row = await tx
    .insertInto('channel_troubles')
    .values({ ...channel, told_at })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'code'])
        .doUpdateSet({ told_at })
        .where('channel_troubles.told_at', '<', longAgo),
    )
    .returning('channel')
    .executeTakeFirst();
  if (row) await addMessages(tx, null, words.blocked(channel), now);
}

async function channelsIn(tx: Handle): Promise<BlockedChannel[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(['recipient', 'target', 'trouble'])
    .distinct()
    .where('state', 'in', ['pending', 'sending'])
    .where('trouble', 'is not', null)
    .execute();
  const codes = new Map<string, string>();
  for (const { recipient, target, trouble } of rows) {
    const to = readRecipient(recipient);
    const channel = to && 'channel' in to ? to.channel : target;
    if (channel !== null && trouble !== null) codes.set(channel, trouble);
  }
  return [...codes].map(([channel, code]) => ({ channel, code }));
}
