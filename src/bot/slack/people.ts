import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';

/** What decides about a person, as Slack tells it. */
export interface SlackPerson {
  id: string;
  teamId: string;
  realName: string;
  /** In lower case; empty where Slack does not tell it. */
  email: string;
  timezone: string | undefined;
  isAdmin: boolean;
  isGuest: boolean;
  isBot: boolean;
  isDeleted: boolean;
  isStranger: boolean;
}

const User = z
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
    real_name: z.string().optional(),
    name: z.string().default(''),
    profile: z.object({ email: z.string().nullish(), real_name: z.string().optional() }).optional(),
  })
  .transform(
    (user): SlackPerson => ({
      id: user.id,
      teamId: user.team_id,
      realName: user.real_name || user.profile?.real_name || user.name,
      email: (user.profile?.email ?? '').toLowerCase(),
      timezone: user.tz ?? undefined,
      isAdmin: user.is_admin || user.is_owner,
      isGuest: user.is_restricted || user.is_ultra_restricted,
      isBot: user.is_bot || user.id === 'USLACKBOT',
      isDeleted: user.deleted,
      isStranger: user.is_stranger,
    }),
  );

/** How long what Slack said of somebody is believed, in milliseconds. */
const believedFor = 5 * 60_000;

export type SlackPeople = ReturnType<typeof createSlackPeople>;

/** Asks Slack who somebody is, and remembers it for five minutes. */
export function createSlackPeople(client: WebClient, clock: Clock) {
  const known = new Map<string, { person: Promise<SlackPerson>; until: number }>();

  async function ask(id: string): Promise<SlackPerson> {
    const { user } = await client.users.info({ user: id });
    return User.parse(user);
  }

  return {
    /** Who has this id. @throws what the Web API's client throws */
    byId(id: string): Promise<SlackPerson> {
      const now = clock.now().getTime();
      const remembered = known.get(id);
      if (remembered && remembered.until > now) return remembered.person;
      const person = ask(id);
      known.set(id, { person, until: now + believedFor });
      person.catch(() => known.delete(id));
      return person;
    },
    /** Who has this address in the workspace; undefined when nobody has. */
    async byEmail(email: string): Promise<SlackPerson | undefined> {
      try {
        const { user } = await client.users.lookupByEmail({ email });
        return User.parse(user);
      } catch (error) {
        if (error instanceof WebAPIPlatformError && error.data.error === 'users_not_found') return undefined;
        throw error;
      }
    },
  };
}
