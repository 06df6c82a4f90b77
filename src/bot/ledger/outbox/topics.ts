import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/parse-json.ts';
import type { Place } from './message.ts';

/** How many messages about one thing are written over at most. */
const most = 100;

/** A message that stands in Slack, what was stored of it, and where. */
interface Sent {
  purpose: string;
  about: unknown;
  place: Place;
}

/** Messages that belong to no request, by what they are for and what they are about. */
export function createTopics({ db }: Pick<LedgerDatabase, 'db'>) {
  return {
    /** What stands in Slack about a topic, the newest first. */
    async sentAbout(topic: string): Promise<Sent[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['purpose', 'about', 'channel', 'ts'])
        .where('topic', '=', topic)
        .where('state', '=', 'sent')
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.flatMap(({ purpose, about, channel, ts }) =>
        channel && ts ? [{ purpose, about: parseJson(about ?? ''), place: { channel, ts } }] : [],
      );
    },

    /** What the messages about a topic are for that stand in Slack, or are on their way there. */
    async purposesAbout(topic: string): Promise<string[]> {
      const rows = await db
        .selectFrom('messages')
        .select('purpose')
        .where('topic', '=', topic)
        .where('state', 'in', ['pending', 'sending', 'sent'])
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ purpose }) => purpose);
    },

    /** Nobody needs a message any more that belongs to no request and was not sent yet. */
    async withdraw(purpose: string): Promise<void> {
      const own = db.updateTable('messages').where('key', '=', purpose).where('state', '=', 'pending');
      await own.set({ state: 'dropped' }).execute();
    },

    /** Since when those of these messages that are written down are wanted, by their purposes. */
    async wantedSince(purposes: readonly string[]): Promise<Map<string, Date>> {
      if (purposes.length === 0) return new Map();
      const rows = await db
        .selectFrom('messages')
        .select(['key', 'created_at', 'scheduled_for'])
        .where('key', 'in', purposes)
        .execute();
      return new Map(rows.map((row) => [row.key, new Date(row.scheduled_for ?? row.created_at)]));
    },
  };
}
