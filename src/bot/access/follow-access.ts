import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import { putRow, type TablesOf } from '../../database/table.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Changes } from '../changes.ts';
import { isGroup } from '../slack/ids.ts';
import { on } from '../slack/incoming/listeners.ts';
import {
  isOutsider,
  type SlackGroups,
  type SlackPeople,
  type SlackPerson,
  SlackUser,
} from '../slack/people/people.ts';
import type { accessChangeTables } from '../storage/tables.ts';
import type { Access } from './access.ts';

type AccessChangeTables = TablesOf<typeof accessChangeTables>;

/** How long a change is kept, in milliseconds: far longer than any cache of Slack's answers. */
const keptFor = 24 * 3_600_000;

/** Most changes to queue while the database can't be written; for others, caches expire on their own. */
const mostWaiting = 1_000;

/** Shares changes in Slack with all processes: an event reaches only one connection. */
function createAccessChanges(
  { database: { db }, clock }: Pick<FollowAccessOptions, 'database' | 'clock'>,
  onChange: (subject: string) => void,
) {
  /** Last seen versions, by subject; undefined before the first load, when nothing is cached yet. */
  let seen: ReadonlyMap<string, string> | undefined;
  const own = new Set<string>();
  const waiting = new Set<string>();

  async function write(subject: string): Promise<void> {
    const row = { version: randomUUID(), changed_at: clock.now().toISOString() };
    own.add(row.version);
    await putRow(db, 'access_changes', { subject }, row);
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

interface FollowAccessOptions {
  access: Access;
  groups: SlackGroups;
  people: SlackPeople;
  database: Database<AccessChangeTables>;
  changes: Changes;
  clock: Clock;
  log: Log;
}

/** Applies Slack's events about groups and people, here at once and in other processes within a minute. */
export function followAccess(options: FollowAccessOptions) {
  const { access, groups, people, changes, log } = options;
  const listeners: ((userId: string) => void)[] = [];
  const stored = createAccessChanges(options, heardElsewhere);

  function tell(subject: string): void {
    if (!isGroup(subject)) for (const listener of listeners) listener(subject);
    changes.tell();
  }

  function heardElsewhere(subject: string): void {
    if (isGroup(subject)) groups.changed(subject);
    else people.changed(subject);
    tell(subject);
  }

  function heard(subject: string): void {
    tell(subject);
    stored.note(subject).catch((err: unknown) => {
      log.error({ err }, 'other processes cannot be told yet that somebody’s access changed');
    });
  }

  async function mayLoseAccess(person: SlackPerson): Promise<boolean> {
    const { hr, managers } = access.lists();
    if (hr.length === 0 && managers.length === 0) return isOutsider(person) || !person.isAdmin;
    return isOutsider(person) && (await access.listedAs(person.id).catch(() => 'manager')) !== 'nobody';
  }

  function groupChanged(group: string): void {
    groups.changed(group);
    const { hr, managers } = access.lists();
    if ([...hr, ...managers].includes(group)) heard(group);
    else changes.tell();
  }

  const events = [
    on.event('subteam_members_changed', async ({ event }) => groupChanged(event.subteam_id)),
    on.event('subteam_updated', async ({ event }) => groupChanged(event.subteam.id)),
    on.event('user_change', async ({ event }) => {
      const person = SlackUser.parse(event.user);
      people.learn(person);
      if (await mayLoseAccess(person)) heard(person.id);
    }),
  ];

  return {
    events,
    load: stored.load,
    /** Calls back with Slack ids of people who may have become a guest, been deactivated or lost admin rights. */
    onPersonChange: (listener: (userId: string) => void) => void listeners.push(listener),
  };
}
