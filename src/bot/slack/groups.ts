import type { App } from '@slack/bolt';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';

/** How long a group's members are believed, in milliseconds: the methods allow some twenty calls a minute. */
const believedFor = 10 * 60_000;

/** What Slack says of a group that is not there any more: nobody is in it. */
const gone = new Set(['no_such_subteam', 'subteam_not_found']);

export interface UserGroup {
  id: string;
  name: string;
  handle: string;
}

const GroupList = z.array(
  z.object({ id: z.string(), name: z.string().default(''), handle: z.string().default('') }),
);

export type SlackGroups = ReturnType<typeof createSlackGroups>;

/** The members of user groups, remembered for ten minutes and forgotten when Slack says that they changed. */
export function createSlackGroups(client: WebClient, clock: Clock) {
  const known = new Map<string, { members: Promise<ReadonlySet<string>>; until: number }>();
  let listed: { groups: Promise<UserGroup[]>; until: number } | undefined;

  async function ask(group: string): Promise<ReadonlySet<string>> {
    try {
      const { users } = await client.usergroups.users.list({ usergroup: group });
      return new Set(users ?? []);
    } catch (error) {
      if (error instanceof WebAPIPlatformError && gone.has(error.data.error)) return new Set();
      throw error;
    }
  }

  async function list(): Promise<UserGroup[]> {
    const { usergroups } = await client.usergroups.list();
    return GroupList.parse(usergroups ?? []);
  }

  return {
    /** The user ids in a group. @throws what the Web API's client throws */
    members(group: string): Promise<ReadonlySet<string>> {
      const now = clock.now().getTime();
      const remembered = known.get(group);
      if (remembered && remembered.until > now) return remembered.members;
      const members = ask(group);
      known.set(group, { members, until: now + believedFor });
      members.catch(() => known.delete(group));
      return members;
    },
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
    forget(group: string): void {
      known.delete(group);
      listed = undefined;
    },
  };
}

/**
 * Somebody who was taken out of a group may nothing from that moment on.
 * @param changed hears of every change, after it counts
 */
export function followGroups(app: App, groups: SlackGroups, changed: () => void): void {
  const forget = (group: string) => {
    groups.forget(group);
    changed();
  };
  app.event('subteam_members_changed', async ({ event }) => forget(event.subteam_id));
  // A group that was switched off, or has another name.
  app.event('subteam_updated', async ({ event }) => forget(event.subteam.id));
}
