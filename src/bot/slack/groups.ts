import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';

/** How long a group's members are believed, in milliseconds: the method allows some twenty calls a minute. */
const believedFor = 5 * 60_000;

export type SlackGroups = ReturnType<typeof createSlackGroups>;

/** The members of user groups, remembered for five minutes. */
export function createSlackGroups(client: WebClient, clock: Clock) {
  const known = new Map<string, { members: Promise<ReadonlySet<string>>; until: number }>();

  async function ask(group: string): Promise<ReadonlySet<string>> {
    const { users } = await client.usergroups.users.list({ usergroup: group });
    return new Set(users ?? []);
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
  };
}
