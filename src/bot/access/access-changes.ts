import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../time/clock.ts';

export interface AccessChangeTables {
  access_changes: {
    subject: string;
    version: string;
    changed_at: string;
  };
}

/** How long a change is kept, in milliseconds: far longer than any cache of Slack's answers. */
const keptFor = 24 * 3_600_000;

/** Most changes to queue while the database can't be written; for others, caches expire on their own. */
const mostWaiting = 1_000;

interface AccessChangesOptions {
  database: Database<AccessChangeTables>;
  clock: Clock;
  onChange: (subject: string) => void;
}

/** Shares changes in Slack with all processes: an event reaches only one connection. */
export function createAccessChanges({ database: { db }, clock, onChange }: AccessChangesOptions) {
  /** Last seen versions, by subject; undefined before the first load, when nothing is cached yet. */
  let seen: ReadonlyMap<string, string> | undefined;
  const own = new Set<string>();
  const waiting = new Set<string>();

  async function write(subject: string): Promise<void> {
    const row = { version: randomUUID(), changed_at: clock.now().toISOString() };
    own.add(row.version);
    await db
      .insertInto('access_changes')
      .values({ subject, ...row })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
      .execute();
    waiting.delete(subject);
  }

  async function writeWaiting(): Promise<void> {
    if (waiting.size === 0) return;
    for (const subject of [...waiting]) await write(subject);
    const oldest = new Date(clock.now().getTime() - keptFor).toISOString();
    await db.deleteFrom('access_changes').where('changed_at', '<', oldest).execute();
  }

  return {
    async note(subject: string): Promise<void> {
      if (waiting.size < mostWaiting) waiting.add(subject);
      await writeWaiting();
    },
    async load(): Promise<void> {
      await writeWaiting();
      const rows = await db.selectFrom('access_changes').select(['subject', 'version']).execute();
      const before = seen;
      seen = new Map(rows.map(({ subject, version }) => [subject, version]));
      const news = rows.filter(({ subject, version }) => before && before.get(subject) !== version);
      const ofOthers = news.filter(({ version }) => !own.has(version));
      own.clear();
      for (const { subject } of ofOthers) onChange(subject);
    },
  };
}
