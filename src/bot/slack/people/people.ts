import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode } from '../posting/slack-failure.ts';
import { createShortMemory, createSlackMemory } from './slack-memory.ts';

/** A person, as `users.info` and `users.list` tell them. */
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
    updated: z.number().catch(0),
  })
  .transform((user) => ({
    id: user.id,
    teamId: user.team_id,
    realName: user.real_name || user.profile?.real_name || user.name,
    /** As the profile has them; empty where it does not tell them apart. */
    firstName: user.profile?.first_name ?? '',
    lastName: user.profile?.last_name ?? '',
    /** In lower case; empty where Slack does not tell it. */
    email: (user.profile?.email ?? '').toLowerCase(),
    /** What they do in the company; empty where their profile has nothing. */
    title: user.profile?.title ?? '',
    timezone: user.tz ?? undefined,
    /** Such as `de-DE`; undefined where Slack does not tell it. */
    locale: user.locale ?? undefined,
    isAdmin: user.is_admin || user.is_owner,
    isGuest: user.is_restricted || user.is_ultra_restricted,
    isBot: user.is_bot || user.id === 'USLACKBOT',
    isDeleted: user.deleted,
    isStranger: user.is_stranger,
    /** When Slack changed the profile last, in seconds since the epoch; 0 where it does not tell. */
    updated: user.updated,
  }));

/** What decides about a person, as Slack tells it. */
export type SlackPerson = z.infer<typeof SlackUser>;

/** How long what Slack said of somebody is believed, in milliseconds. */
const believedFor = 5 * 60_000;

/** The most answers that are kept: beyond, those used longest ago are asked anew. */
const most = 5_000;

export type SlackPeople = ReturnType<typeof createSlackPeople>;

/** Asks Slack who somebody is, and remembers it for five minutes, or until Slack says that it changed. */
export function createSlackPeople(client: WebClient, clock: Clock) {
  const kept = { believedFor, most, clock };
  const byId = createSlackMemory({ ask: (id) => askPerson(client, id), ...kept });
  return {
    /** Who has this id. @throws what the Web API's client throws, when no earlier answer may be believed any more */
    byId: byId.get,
    /** Who has this address in the workspace; undefined when nobody has. @throws what the Web API's client throws */
    byEmail: createShortMemory({ ask: (email) => askForAddress(client, email), ...kept }).get,
    /** Somebody is another than before: a guest, deactivated, no admin. Asked for anew. */
    changed: byId.changed,
    /** Slack said who somebody is. */
    learn: (person: SlackPerson) => byId.learn(person.id, person),
  };
}

/** Who has this id, as Slack says now. @throws what the Web API's client throws */
export async function askPerson(client: WebClient, id: string): Promise<SlackPerson> {
  const { user } = await client.users.info({ user: id, include_locale: true });
  return SlackUser.parse(user);
}

/** Who has this address, as Slack says now; undefined when nobody has. @throws what the Web API's client throws */
export async function askForAddress(client: WebClient, email: string): Promise<SlackPerson | undefined> {
  const answer = await answerOrCode(['users_not_found'], () => client.users.lookupByEmail({ email }));
  return typeof answer === 'string' ? undefined : SlackUser.parse(answer.user);
}

/** Guests, bots, deactivated people and people of other workspaces are none. */
export function isFullMember(person: SlackPerson, teamId: string): boolean {
  return !isOutsider(person) && person.teamId === teamId;
}

/** Nobody's access depends on the lists alone: these have none whatever the lists say. */
export function isOutsider({ isGuest, isBot, isDeleted, isStranger }: SlackPerson): boolean {
  return isGuest || isBot || isDeleted || isStranger;
}
