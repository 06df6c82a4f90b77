import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode } from '../posting/slack-failure.ts';
import { createShortMemory, createSlackMemory } from './slack-memory.ts';

/** Lifetime of a group's cached members, in milliseconds. */
const membersBelievedFor = 10 * 60_000;

const mostGroups = 500;

/** Slack's error codes for a group that no longer exists: it has no members. */
const gone = ['no_such_subteam', 'subteam_not_found'];

const UserGroup = z.object({ id: z.string(), name: z.string().default(''), handle: z.string().default('') });
export type UserGroup = z.infer<typeof UserGroup>;

export type SlackGroups = ReturnType<typeof createSlackGroups>;

export function createSlackGroups(client: WebClient, clock: Clock) {
  const members = createSlackMemory({
    ask,
    believedFor: membersBelievedFor,
    most: mostGroups,
    clock,
  });
  const listed = createShortMemory({ ask: list, believedFor: membersBelievedFor, most: 1, clock });

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

export const SlackUser = z
  .object({
    id: z.string(),
    team_id: z.string().default(''),
    deleted: z.boolean().default(false),
    is_bot: z.boolean().default(false),
    is_admin: z.boolean().default(false),
    is_owner: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false),
    tz: z.string().nullish(),
    locale: z.string().nullish(),
    real_name: z.string().optional(),
    name: z.string().default(''),
    profile: z
      .object({
        email: z.string().nullish(),
        real_name: z.string().optional(),
        first_name: z.string().nullish(),
        last_name: z.string().nullish(),
        title: z.string().nullish(),
      })
      .optional(),
  })
  .transform((user) => ({
    id: user.id,
    teamId: user.team_id,
    realName: user.real_name || user.profile?.real_name || user.name,
    /** From the profile; empty if it doesn't separate them. */
    firstName: user.profile?.first_name ?? '',
    lastName: user.profile?.last_name ?? '',
    /** In lower case; empty if Slack doesn't return it. */
    email: (user.profile?.email ?? '').toLowerCase(),
    title: user.profile?.title ?? '',
    timezone: user.tz ?? undefined,
    /** For example `de-DE`; undefined if Slack doesn't return it. */
    locale: user.locale ?? undefined,
    isAdmin: user.is_admin || user.is_owner,
    isGuest: user.is_restricted || user.is_ultra_restricted,
    isBot: user.is_bot || user.id === 'USLACKBOT',
    isDeleted: user.deleted,
    isStranger: user.is_stranger,
  }));

export type SlackPerson = z.infer<typeof SlackUser>;

/** Lifetime of a cached person, in milliseconds. */
const believedFor = 5 * 60_000;

const most = 5_000;

export type SlackPeople = ReturnType<typeof createSlackPeople>;

/** Looks people up in Slack, cached for five minutes or until Slack reports a change. */
export function createSlackPeople(client: WebClient, clock: Clock) {
  const kept = { believedFor, most, clock };
  const byId = createSlackMemory({ ask: (id) => askPerson(client, id), ...kept });
  return {
    /** Rejects with what the Web API client throws, if no cached answer is recent enough. */
    byId: byId.get,
    byEmail: createShortMemory({ ask: (email) => askForAddress(client, email), ...kept }).get,
    /** Drops the cached answer: the person became a guest, was deactivated, lost admin rights. */
    changed: byId.changed,
    learn: (person: SlackPerson) => byId.learn(person.id, person),
  };
}

/** Asks Slack without the cache. */
export async function askPerson(client: WebClient, id: string): Promise<SlackPerson> {
  const { user } = await client.users.info({ user: id, include_locale: true });
  return SlackUser.parse(user);
}

/** Asks Slack without the cache; undefined if nobody has the address. */
export async function askForAddress(client: WebClient, email: string): Promise<SlackPerson | undefined> {
  const answer = await answerOrCode(['users_not_found'], () => client.users.lookupByEmail({ email }));
  return typeof answer === 'string' ? undefined : SlackUser.parse(answer.user);
}

/** Whether a person is a full member: not a guest, bot, deactivated or from another workspace. */
export function isFullMember(person: SlackPerson, teamId: string): boolean {
  return !isOutsider(person) && person.teamId === teamId;
}

/**
 * Whether a person is a guest, a bot, deactivated or external. These never have access, even if a list names them.
 */
export function isOutsider({ isGuest, isBot, isDeleted, isStranger }: SlackPerson): boolean {
  return isGuest || isBot || isDeleted || isStranger;
}
