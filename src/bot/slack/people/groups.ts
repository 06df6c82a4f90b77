import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode } from '../posting/slack-failure.ts';
import { createSlackMemory } from './slack-memory.ts';

/** How long a group's members are believed, in milliseconds. */
const believedFor = 10 * 60_000;

/**
 * Slack allows some twenty calls a minute and method (Tier 2), for all processes together: a directory that changes its
 * groups a hundred times in a row must not use them up.
 */
const budget = { atOnce: 10, every: 6_000 };

/** The most groups that are remembered. */
const most = 500;

/** What Slack says of a group that is not there any more: nobody is in it. */
const gone = ['no_such_subteam', 'subteam_not_found'];

export interface UserGroup {
  id: string;
  name: string;
  handle: string;
}

const GroupList = z.array(
  z.object({ id: z.string(), name: z.string().default(''), handle: z.string().default('') }),
);

export type SlackGroups = ReturnType<typeof createSlackGroups>;

/** The members of user groups, remembered for ten minutes and asked for anew when Slack says that they changed. */
export function createSlackGroups(client: WebClient, clock: Clock) {
  const members = createSlackMemory({ ask, believedFor, most, budget, clock });
  let listed: { groups: Promise<UserGroup[]>; until: number } | undefined;

  async function ask(usergroup: string): Promise<ReadonlySet<string>> {
    const answer = await answerOrCode(gone, () => client.usergroups.users.list({ usergroup }));
    return new Set(typeof answer === 'string' ? [] : answer.users);
  }

  async function list(): Promise<UserGroup[]> {
    const { usergroups } = await client.usergroups.list();
    return GroupList.parse(usergroups ?? []);
  }

  return {
    /** The user ids in a group. @throws what the Web API's client throws, when no earlier answer may be believed any more */
    members: members.get,
    /** Every group of the workspace. @throws what the Web API's client throws */
    all(): Promise<UserGroup[]> {
      const now = clock.now().getTime();
      if (listed && listed.until > now) return listed.groups;
      const groups = list();
      listed = { groups, until: now + believedFor };
      groups.catch(() => {
        listed = undefined;
      });
      return groups;
    },
    /** Who is in it, or what it is called, has changed. */
    changed(group: string): void {
      members.changed(group);
      listed = undefined;
    },
  };
}

/**
 * Somebody who was taken out of a group may nothing from that moment on.
 * @param changed hears of every group that changed, after it counts here
 */
export function followGroups(app: App, groups: SlackGroups, changed: (group: string) => void): void {
  const follow = (group: string) => {
    groups.changed(group);
    changed(group);
  };
  app.event('subteam_members_changed', async ({ event }) => follow(event.subteam_id));
  // A group that was switched off, or has another name.
  app.event('subteam_updated', async ({ event }) => follow(event.subteam.id));
}
