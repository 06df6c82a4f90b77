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
  const byId = remembering(clock, async (id) => {
    const { user } = await client.users.info({ user: id });
    return User.parse(user);
  });
  const byEmail = remembering(clock, async (email) => {
    try {
      const { user } = await client.users.lookupByEmail({ email });
      return User.parse(user);
    } catch (error) {
      if (error instanceof WebAPIPlatformError && error.data.error === 'users_not_found') return undefined;
      throw error;
    }
  });
  return {
    /** Who has this id. @throws what the Web API's client throws */
    byId,
    /** Who has this address in the workspace; undefined when nobody has. */
    byEmail,
  };
}

/** The most answers that are kept: beyond, the oldest are asked anew. */
const mostRemembered = 5_000;

function remembering<Found>(clock: Clock, ask: (key: string) => Promise<Found>) {
  const known = new Map<string, { answer: Promise<Found>; until: number }>();
  return (key: string): Promise<Found> => {
    const now = clock.now().getTime();
    const remembered = known.get(key);
    if (remembered && remembered.until > now) return remembered.answer;
    const answer = ask(key);
    known.delete(key);
    known.set(key, { answer, until: now + believedFor });
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    answer.catch(() => known.delete(key));
    return answer;
  };
}
