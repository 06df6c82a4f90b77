import type { AnyMiddlewareArgs, Middleware } from '@slack/bolt';
import { commonLanguage, inLanguage, type Language, languageOf, languages } from '../../language.ts';
import type { Log } from '../../log.ts';
import { type Clock, tryWithin } from '../../time/clock.ts';
import { isGroup, isPerson } from '../slack/ids.ts';
import { acknowledge, answerPrivately } from '../slack/incoming/answer.ts';
import { type Audience, arrivalOf, type Only, originOf } from '../slack/incoming/arrival.ts';
import {
  isFullMember,
  type SlackGroups,
  type SlackPeople,
  type SlackPerson,
} from '../slack/people/people.ts';
import { answerOrCode, slackCode } from '../slack/web-client.ts';
import type { Settings } from '../storage/settings.ts';
import { say } from './messages.ts';

/** Standing of an id in an access list. `unsure`: Slack gave no answer. */
export type Standing = 'known' | 'unknown' | 'outsider' | 'empty' | 'unsure';

interface AskSlack {
  person(id: string): Promise<SlackPerson>;
  /** All user groups; without `users`, none counts as empty. */
  groups(): Promise<readonly { id: string; users?: readonly string[] | undefined }[]>;
  teamId: string;
}

/** Ids to look up at once: Slack allows some hundred calls a minute (Tier 4). */
const atOnce = 5;

/** Finds out what people and user groups Slack knows by these ids. Never throws. */
export async function standingsOf(ids: readonly string[], ask: AskSlack): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>(ids.map((id) => [id, 'unsure']));
  const people = ids.filter((id) => !isGroup(id)).values();
  async function lookUpNext(): Promise<void> {
    for (const id of people) standings.set(id, await ofPerson(id, ask));
  }
  await Promise.all(Array.from({ length: atOnce }, lookUpNext));
  const named = ids.filter(isGroup);
  const groups = named.length > 0 ? await ask.groups().catch(() => undefined) : [];
  for (const id of groups ? named : []) {
    const group = groups?.find((one) => one.id === id);
    const known = group?.users?.length === 0 ? 'empty' : 'known';
    standings.set(id, group ? known : 'unknown');
  }
  return standings;
}

async function ofPerson(id: string, { person, teamId }: AskSlack): Promise<Standing> {
  try {
    return isFullMember(await person(id), teamId) ? 'known' : 'outsider';
  } catch (error) {
    return slackCode(error) === 'user_not_found' ? 'unknown' : 'unsure';
  }
}

/** HR may do everything, managers start offboardings and see their own, others have no access. */
export type Role = 'hr' | 'manager' | 'nobody';

interface AccessOptions {
  lists: () => Pick<Settings, 'hr' | 'managers'>;
  people: Pick<SlackPeople, 'byId'>;
  groups: SlackGroups;
  teamId: () => string;
  clock: Clock;
}

export type Access = ReturnType<typeof createAccess>;

/** Wait for a person's language, in milliseconds: a message in the common one is better than none. */
const patience = 1_000;

export function createAccess({ lists, people, groups, teamId, clock }: AccessOptions) {
  /** Whether a list of people and user groups has this person. @throws if that depends on a group Slack doesn't tell */
  async function isIn(list: readonly string[], userId: string): Promise<boolean> {
    if (list.includes(userId)) return true;
    const ofGroups = list.filter(isGroup).map((group) => groups.members(group));
    const asked = await Promise.allSettled(ofGroups);
    if (asked.some((answer) => answer.status === 'fulfilled' && answer.value.has(userId))) return true;
    const failed = asked.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return false;
  }

  /**
   * Role that the lists grant, without a call about the person; undefined if the lists are empty, when
   * Slack's admins are HR.
   */
  async function listedAs(userId: string): Promise<Role | undefined> {
    const { hr, managers } = lists();
    if (hr.length === 0 && managers.length === 0) return undefined;
    const isHr = isIn(hr, userId);
    if (await isHr.catch(() => false)) return 'hr';
    // A certain manager stays a manager while it is unknown whether they are HR.
    if (await isIn(managers, userId)) return 'manager';
    await isHr;
    return 'nobody';
  }

  return {
    lists,
    isIn,
    listedAs,
    /** Language of a Slack id: the person's own if Slack reveals it, or the common one, also for channels. */
    async languageOf(id: string): Promise<Language> {
      // Each lookup costs a call, and Slack allows some hundred a minute.
      if (languages.length < 2 || !isPerson(id)) return commonLanguage;
      const person = await tryWithin(clock, patience, people.byId(id));
      return languageOf(person?.locale);
    },
    /** Single access decision for every entry point. Without a recent answer from Slack, access is denied. */
    async whoIs(userId: string, fromTeam: string) {
      const outsider = { role: 'outsider', language: commonLanguage } as const;
      if (fromTeam !== teamId()) return outsider;
      const person = await people.byId(userId);
      if (!isFullMember(person, teamId())) return outsider;
      const role = (await listedAs(userId)) ?? (person.isAdmin ? 'hr' : 'nobody');
      return { role, language: languageOf(person.locale) };
    },
  };
}

function suffices(role: Role | 'outsider', audience: Audience): boolean {
  if (role === 'outsider') return false;
  if (audience === 'members') return true;
  return role === 'hr' || (audience === 'managers' && role === 'manager');
}

interface HrPeopleOptions extends Omit<AccessOptions, 'clock'> {
  admins: () => Promise<readonly string[]>;
}

/** Most people to message directly, and most to check for that. */
const mostTold = 20;
const mostAsked = 200;

/** Slack's error codes for a group or person that it doesn't reveal; other failures are retried. */
const untold = [
  'missing_scope',
  'plan_upgrade_required',
  'no_such_subteam',
  'subteam_not_found',
  'user_not_found',
  'users_not_found',
  'user_not_visible',
];

export function createHrPeople({ lists, groups, people, admins, teamId }: HrPeopleOptions) {
  async function named(): Promise<string[]> {
    const { hr } = lists();
    const members = await Promise.all(hr.filter(isGroup).map(membersOf));
    return [...hr.filter((id) => !isGroup(id)), ...members.flat()];
  }

  async function membersOf(group: string): Promise<string[]> {
    const members = await answerOrCode(untold, () => groups.members(group));
    return typeof members === 'string' ? [] : [...members];
  }

  async function isReachable(id: string): Promise<boolean> {
    const person = await answerOrCode(untold, () => people.byId(id));
    return typeof person !== 'string' && isFullMember(person, teamId());
  }

  async function reachable(ids: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const id of [...new Set(ids)].slice(0, mostAsked)) {
      if (found.length === mostTold) break;
      if (await isReachable(id)) found.push(id);
    }
    return found;
  }

  /**
   * @param leaver subject of the message: doesn't count as HR
   * @param told people who get it anyway
   */
  return async ({ leaver, told }: { leaver: string | undefined; told: readonly string[] }) => {
    const isOther = (id: string) => id !== leaver;
    const hr = await reachable((await named()).filter(isOther));
    const all = hr.length > 0 ? hr : await reachable((await admins()).filter(isOther));
    return all.filter((id) => !told.includes(id));
  };
}

export function createOnly(access: Access, clock: Clock, log: Log): Only {
  return (audience, isUnasked) => async (args) => {
    const { userId, teamId, kind } = originOf(args.body);
    const arrival = arrivalOf(args.context);
    const isQuiet = isUnasked || kind === 'event_callback' || kind === 'view_closed';

    async function refuse(sentence: string): Promise<void> {
      arrival.outcome = 'refused';
      if (!isQuiet) return answerPrivately(args, say().refused, sentence);
      // Changes of a field otherwise get a warning sign in Slack.
      if (kind === 'block_actions') await acknowledge(args, undefined);
    }

    const known = await access.whoIs(userId, teamId).catch((err: unknown) => {
      if (kind === 'event_callback') throw err;
      // Slack can't be asked, and no cached answer is recent enough.
      log.warn({ err }, 'Slack cannot be asked who may');
    });
    if (!known) return refuse(say().accessUnknown);
    const { role, language } = known;
    Object.assign(args.context, { role, language });
    return inLanguage(
      language,
      () => (suffices(role, audience) ? args.next() : refuse(say().refusal(role, access.lists()))),
      clock.now(),
    );
  };
}

const needNoAnswer: ReadonlySet<string> = new Set(['command', 'shortcut', 'message_action', 'view_closed']);

/**
 * First middleware: acknowledges commands, shortcuts and closed windows before any other work, since Slack waits only
 * three seconds.
 */
export const acknowledgeFirst: Middleware<AnyMiddlewareArgs> = async (args) => {
  const { kind } = originOf(args.body);
  const isFirst = needNoAnswer.has(kind);
  if (isFirst && 'ack' in args && args.ack) {
    const ack: () => Promise<void> = args.ack;
    await ack();
    // Node sends it only after pending microtasks, which would include the work that follows.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await args.next();
};
