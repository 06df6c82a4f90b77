import type { Database } from '../../database/open.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Changes } from '../changes.ts';
import { on } from '../slack/incoming/listeners.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import { isOutsider, type SlackPeople, type SlackPerson, SlackUser } from '../slack/people/people.ts';
import type { Access } from './access.ts';
import { type AccessChangeTables, createAccessChanges } from './access-changes.ts';

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
export function followAccess({ access, groups, people, changes, ...options }: FollowAccessOptions) {
  const { clock, log, database } = options;
  const listeners: ((userId: string) => void)[] = [];
  const stored = createAccessChanges({ database, clock, onChange: heardElsewhere });

  function tell(subject: string): void {
    if (!subject.startsWith('S')) for (const listener of listeners) listener(subject);
    changes.tell();
  }

  function heardElsewhere(subject: string): void {
    if (subject.startsWith('S')) groups.changed(subject);
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
