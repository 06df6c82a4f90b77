import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode } from '../posting/slack-failure.ts';
import { createShortMemory, createSlackMemory } from './slack-memory.ts';

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

const UserGroup = z.object({ id: z.string(), name: z.string().default(''), handle: z.string().default('') });
export type UserGroup = z.infer<typeof UserGroup>;

export type SlackGroups = ReturnType<typeof createSlackGroups>;

/** The members of user groups, remembered for ten minutes and asked for anew when Slack says that they changed. */
export function createSlackGroups(client: WebClient, clock: Clock) {
  const members = createSlackMemory({ ask, believedFor, most, budget, clock });
  const listed = createShortMemory({ ask: list, believedFor, most: 1, clock });

  async function ask(usergroup: string): Promise<ReadonlySet<string>> {
    const answer = await answerOrCode(gone, () => client.usergroups.users.list({ usergroup }));
    return new Set(typeof answer === 'string' ? [] : answer.users);
  }

  async function list(): Promise<UserGroup[]> {
    const { usergroups } = await client.usergroups.list();
    return z.array(UserGroup).parse(usergroups ?? []);
  }

  return {
    /** The user ids in a group. @throws what the Web API's client throws, when no earlier answer may be believed any more */
    members: members.get,
    /** Every group of the workspace. @throws what the Web API's client throws */
    all: () => listed.get('all'),
    /** Who is in it, or what it is called, has changed. */
    changed(group: string): void {
      members.changed(group);
      listed.forget('all');
    },
  };
}
