import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { isUnsent, type Writing } from '../tables/sql.ts';
import { enqueue, readRecipient } from './message.ts';

/** A channel or direct message in which Frontdesk can't post until someone fixes it. */
export interface BlockedChannel {
  channel: string;
  code: string;
}

/** Interval of repeated notifications about an unfixed channel, in milliseconds. */
const toldAgainAfter = 7 * 86_400_000;

export type Blocked = ReturnType<typeof createBlocked>;

export function createBlocked({ db, transact }: LedgerDatabase) {
  return {
    async channels(): Promise<BlockedChannel[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['recipient', 'target', 'blocked_by'])
        .distinct()
        .where(isUnsent)
        .where('blocked_by', 'is not', null)
        .execute();
      const codes = new Map<string, string>();
      for (const { recipient, target, blocked_by: code } of rows) {
        const to = readRecipient(recipient);
        const channel = to && 'channel' in to ? to.channel : target;
        if (channel !== null && code !== null) codes.set(channel, code);
      }
      return [...codes].map(([channel, code]) => ({ channel, code }));
    },

    tell: (channel: BlockedChannel): Promise<void> => transact((tx) => tellOnce(tx, channel)),

    /** Clears the problem, so that the next one is reported. */
    async mended(channel: string): Promise<void> {
      await db.deleteFrom('blocked_channels').where('channel', '=', channel).execute();
    },
  };
}

export async function tellOnce(tx: Writing, about: BlockedChannel): Promise<void> {
  const told_at = tx.now.toISOString();
  const longAgo = new Date(tx.now.getTime() - toldAgainAfter).toISOString();
  const row = await tx.db
    .insertInto('blocked_channels')
    .values({ ...about, told_at })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'code'])
        .doUpdateSet({ told_at })
        .where('blocked_channels.told_at', '<', longAgo),
    )
    .returning('channel')
    .executeTakeFirst();
  if (!row) return;
  const { channel, code } = about;
  const recipient = { hr: true, exceptChannel: channel } as const;
  const purpose = `channel.blocked ${channel} ${code} ${told_at}`;
  await enqueue(tx, [{ name: 'channel.blocked', about, purpose, recipient }]);
}
