import { WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Clock, within } from '../../../time/clock.ts';
import { answerOrCode } from '../web-client.ts';

/** How long an answer is used while Slack can't be asked, in milliseconds. */
const believedWithoutSlack = {
  /** Old, but not known to have changed: a hiccup locks nobody out, and nobody keeps access for longer than this. */
  old: 60 * 60_000,
  /** Known to have changed, counted from the event: under a minute after the change, in every process. */
  changed: 30_000,
};

/** Wait for Slack if there is a cached answer, in milliseconds: a trigger expires after three seconds. */
const patience = 1_000;
/** Pause after a failed call, and the longest one that Slack can ask for, in milliseconds. */
const pauseAfterFailure = 5_000;
const longestPause = 60_000;

interface SlackMemoryOptions<Answer> {
  ask: (key: string) => Promise<Answer>;
  /** Lifetime of an answer, in milliseconds. */
  believedFor: number;
  /** For facts that may change at any time, such as the owner of an address: never uses an answer past its lifetime. */
  isStrict?: true;
  most: number;
  clock: Clock;
}

interface Entry<Answer> {
  answer?: { value: Answer; askedAt: number };
  changedAt?: number;
  asking?: Promise<Answer>;
}

/**
 * Caches answers of Slack. While Slack can't be asked, an earlier answer is used for a limited time, see
 * `believedWithoutSlack`.
 */
export function createSlackMemory<Answer>(options: SlackMemoryOptions<Answer>) {
  const { ask, believedFor, isStrict, most, clock } = options;
  const entries = new LRUCache<string, Entry<Answer>>({ max: most });
  let pausedUntil = 0;
  const now = () => clock.now().getTime();

  function added(key: string): Entry<Answer> {
    const entry = {};
    entries.set(key, entry);
    return entry;
  }

  function believable({ answer, changedAt }: Entry<Answer>): { value: Answer } | undefined {
    if (!answer || isStrict || now() - answer.askedAt >= believedWithoutSlack.old) return undefined;
    return changedAt !== undefined && now() - changedAt >= believedWithoutSlack.changed ? undefined : answer;
  }

  function question(key: string, entry: Entry<Answer>): Promise<Answer> {
    if (entry.asking !== undefined) return entry.asking;
    const askedAt = now();
    const asking = ask(key);
    entry.asking = asking;
    asking.then(
      (value) => {
        // A change was reported during the call, so this answer may be outdated.
        if (entry.asking !== asking) return;
        entry.answer = { value, askedAt };
        delete entry.changedAt;
        delete entry.asking;
      },
      (error: unknown) => {
        if (entry.asking === asking) delete entry.asking;
        if (!isAnswer(error)) pausedUntil = now() + pauseAfter(error);
      },
    );
    return asking;
  }

  /** An answer that is merely old is also used if Slack is slow. */
  async function newerIfPossible(key: string, entry: Entry<Answer>, earlier: Answer): Promise<Answer> {
    if (!entry.asking && now() < pausedUntil) return earlier;
    const asked = question(key, entry);
    try {
      if (entry.changedAt !== undefined) return await asked;
      return (await within(clock, patience, asked)) ?? earlier;
    } catch (error) {
      if (isAnswer(error)) throw error;
      return earlier;
    }
  }

  return {
    async get(key: string): Promise<Answer> {
      const entry = entries.get(key) ?? added(key);
      const { answer, changedAt } = entry;
      if (answer && changedAt === undefined && now() - answer.askedAt < believedFor) return answer.value;
      const earlier = believable(entry);
      return earlier ? newerIfPossible(key, entry, earlier.value) : question(key, entry);
    },
    changed(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      entry.changedAt ??= now();
      delete entry.asking;
    },
    learn(key: string, value: Answer): void {
      entries.set(key, { answer: { value, askedAt: now() } });
    },
  };
}

/** Slack's definite answer that nobody has the key. */
function isAnswer(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && /^users?_not_(found|visible)$/.test(error.data.error);
}

function pauseAfter(error: unknown): number {
  if (!(error instanceof WebAPIRateLimitedError)) return pauseAfterFailure;
  return Math.min(error.retryAfter * 1000, longestPause);
}

/** Lifetime of a group's cached members, in milliseconds. */
const membersBelievedFor = 10 * 60_000;

const mostGroups = 500;

/** Slack's error codes for a group that no longer exists: it has no members. */
const gone = ['no_such_subteam', 'subteam_not_found'];

const UserGroup = z.object({ id: z.string(), name: z.string().default(''), handle: z.string().default('') });
export type UserGroup = z.infer<typeof UserGroup>;

export type SlackGroups = ReturnType<typeof createSlackGroups>;

export function createSlackGroups(client: WebClient, clock: Clock) {
  const kept = { believedFor: membersBelievedFor, clock };
  const members = createSlackMemory({ ask, most: mostGroups, ...kept });
  const listed = createSlackMemory({ ask: list, most: 1, isStrict: true, ...kept });

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
      listed.changed('all');
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

const most = 1_000;

export type SlackPeople = ReturnType<typeof createSlackPeople>;

/** Looks people up in Slack, cached for five minutes or until Slack reports a change. */
export function createSlackPeople(client: WebClient, clock: Clock) {
  const kept = { believedFor, most, clock };
  const byId = createSlackMemory({ ask: (id) => askPerson(client, id), ...kept });
  return {
    /** Rejects with what the Web API client throws, if no cached answer is recent enough. */
    byId: byId.get,
    byEmail: createSlackMemory({ ask: (email) => askForAddress(client, email), isStrict: true, ...kept }).get,
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
