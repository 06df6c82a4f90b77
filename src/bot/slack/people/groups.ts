import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode } from '../posting/slack-failure.ts';
import { createShortMemory, createSlackMemory } from './slack-memory.ts';

/** Lifetime of a group's cached members, in milliseconds. */
const believedFor = 10 * 60_000;

/**
 * Slack allows some twenty calls a minute and method (Tier 2), for all processes together: a directory that changes
 * its groups a hundred times in a row must not use them up. `every` is in milliseconds.
 */
const budget = { atOnce: 10, every: 6_000 };

const most = 500;

/** Slack's error codes for a group that no longer exists: it has no members. */
const gone = ['no_such_subteam', 'subteam_not_found'];

const UserGroup = z.object({ id: z.string(), name: z.string().default(''), handle: z.string().default('') });
export type UserGroup = z.infer<typeof UserGroup>;

export type SlackGroups = ReturnType<typeof createSlackGroups>;

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
    /** Rejects with what the Web API client throws, if no cached answer is recent enough. */
    members: members.get,
    all: () => listed.get('all'),
    changed(group: string): void {
      members.changed(group);
      listed.forget('all');
    },
  };
}
