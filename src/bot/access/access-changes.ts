import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../time/clock.ts';

export interface AccessChangeTables {
  /** Something that decides who may has changed in Slack. */
  access_changes: {
    /** A user group's id (S…) or a person's (U…, W…). */
    subject: string;
    /** Another one at each change. */
    version: string;
    changed_at: string;
  };
}

/** How long a change is kept, in milliseconds: far longer than anybody believes what Slack said before it. */
const keptFor = 24 * 3_600_000;

/** The most changes that wait for a database that cannot be written: what is older is believed for its time at most. */
const mostWaiting = 1_000;

interface AccessChangesOptions {
  database: Database<AccessChangeTables>;
  clock: Clock;
  /** Another process heard that this changed. */
  onChange: (subject: string) => void;
}

/**
 * Takes what one process heard of Slack to all of them: an event reaches one connection only
 * (https://docs.slack.dev/apis/events-api/using-socket-mode).
 */
export function createAccessChanges({ database: { db }, clock, onChange }: AccessChangesOptions) {
  /** The versions that were seen last, by subject; undefined before the first look, when nothing is remembered yet. */
  let seen: ReadonlyMap<string, string> | undefined;
  /** The versions that this process wrote since the last look. */
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
    /** This process heard that it changed: all others are told. What cannot be written is written at the next look. */
    async note(subject: string): Promise<void> {
      if (waiting.size < mostWaiting) waiting.add(subject);
      await writeWaiting();
    },
    /** Takes up what other processes heard, and tells what they could not be told yet. One short query. */
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
