import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/sql.ts';
import type { Place } from './message.ts';

const most = 100;

interface Sent {
  purpose: string;
  about: unknown;
  place: Place;
}

export function createTopics({ db }: Pick<LedgerDatabase, 'db'>) {
  return {
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

    async withdraw(purpose: string): Promise<void> {
      const own = db.updateTable('messages').where('key', '=', purpose).where('state', '=', 'pending');
      await own.set({ state: 'dropped' }).execute();
    },

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
