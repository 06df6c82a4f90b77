import { ImportedPerson } from '../../../contract/employee.ts';
import { maxLength } from '../../../contract/new-hire.ts';
import type { Bot } from '../../bot.ts';
import { serviceZone, zonesOf } from '../../menus.ts';
import { memberPages } from '../../slack/people/members.ts';
import type { SlackPerson } from '../../slack/people/people.ts';
import { cut, printable } from '../../slack/views/blocks.ts';

export const leftOutReasons = [
  'guest',
  'bot',
  'deactivated',
  'stranger',
  'noAddress',
  'oneName',
  'notTaken',
] as const;
type LeftOut = (typeof leftOutReasons)[number];

type Candidate = { person: ImportedPerson } | { leftOut: LeftOut };

export function createCandidates(teamId: string, zones: readonly string[]) {
  const known = new Map<string, string | undefined>();

  function zoneOf(name: string): string | undefined {
    if (!known.has(name)) known.set(name, serviceZone(name, zones));
    return known.get(name);
  }

  return (member: SlackPerson): Candidate => {
    const outside = outsideBecause(member, teamId);
    if (outside) return { leftOut: outside };
    if (member.email.trim() === '') return { leftOut: 'noAddress' };
    const names = namesOf(member);
    if (!names) return { leftOut: 'oneName' };
    const position = cut(cleaned(member.title), maxLength.position);
    const timezone = member.timezone === undefined ? undefined : zoneOf(member.timezone);
    // Leave out fields that are empty in Slack, so that the service keeps its own values.
    const { data: person } = ImportedPerson.safeParse({
      ...names,
      email: member.email,
      ...(position && { position }),
      ...(timezone && { timezone }),
    });
    return person ? { person } : { leftOut: 'notTaken' };
  };
}

/** Reason why a Slack user isn't a member of the workspace; undefined for members. */
export function outsideBecause(member: SlackPerson, teamId: string): LeftOut | undefined {
  if (member.isBot) return 'bot';
  if (member.isStranger || member.teamId !== teamId) return 'stranger';
  if (member.isDeleted) return 'deactivated';
  return member.isGuest ? 'guest' : undefined;
}

/** Suffixes after a comma that aren't first names: `John Smith, Jr.` */
const title = /^(?:jr|sr|[ivx]+|ph\.?d|md|mba|cpa|esq)\.?$/i;

/** Zero-width characters and direction marks that come along when text is copied, and the replacement character. */
const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFD]/g;

/** Text as displayed: one line, without invisible characters. */
function cleaned(text: string): string {
  return printable(text).replace(invisible, '').replace(/\s+/g, ' ').trim();
}

/**
 * `Doe, Jane` is turned round; otherwise the profile's fields, or the first word and the rest. Undefined for
 * a single name; none is invented.
 */
export function namesOf({
  firstName,
  lastName,
  realName,
}: Pick<SlackPerson, 'firstName' | 'lastName' | 'realName'>) {
  const whole = cleaned(realName);
  const [, family, given = ''] = /^([^\s,]+), ?([^,]+)$/.exec(whole) ?? [];
  if (family && given.trim() && !title.test(given)) return { first_name: given.trim(), last_name: family };
  const [first_name, last_name] = [cleaned(firstName), cleaned(lastName)];
  if (first_name && last_name) return { first_name, last_name };
  const [first, ...rest] = whole.split(' ');
  return first && rest.length > 0 ? { first_name: first, last_name: rest.join(' ') } : undefined;
}

export interface SlackReading {
  /** Unique by email address. */
  people: readonly ImportedPerson[];
  leftOut: ReadonlyMap<LeftOut, number>;
  /** Names of the first people who need a look. */
  toLookAt: readonly string[];
  /** Whether the workspace has more people than were read. */
  isCut: boolean;
}

const mostPeople = 100_000;
const mostNamed = 20;
/**
 * How long a reading is kept, in milliseconds: the import uses the reading that was shown, and Slack is asked once.
 */
const keptFor = 5 * 60_000;

/**
 * Shares a reading among concurrent callers, and with the import whose plan is based on it. `isNew` starts a
 * reading unless one is running.
 */
export function createSlackReading(deps: Bot, signal: AbortSignal) {
  let kept: { reading: Promise<SlackReading>; isUnderWay: boolean } | undefined;

  function begin(): Promise<SlackReading> {
    const reading = readSlack(deps, signal);
    const own = { reading, isUnderWay: true };
    kept = own;
    const forget = () => {
      if (kept === own) kept = undefined;
    };
    reading.then(() => {
      own.isUnderWay = false;
      deps.clock.after(keptFor, forget);
    }, forget);
    return reading;
  }

  return ({ isNew }: { isNew: boolean }): Promise<SlackReading> =>
    kept && (kept.isUnderWay || !isNew) ? kept.reading : begin();
}

async function readSlack(deps: Bot, signal: AbortSignal): Promise<SlackReading> {
  const candidateOf = createCandidates(deps.identity()?.teamId ?? '', zonesOf(deps.directory.current()));
  const people = new Map<string, ImportedPerson>();
  const leftOut = new Map<LeftOut, number>();
  const toLookAt: string[] = [];

  function leaveOut(reason: LeftOut, name: string): void {
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    if (needsLook(reason) && toLookAt.length < mostNamed) toLookAt.push(name);
  }

  function sort(member: SlackPerson): void {
    const candidate = candidateOf(member);
    if ('leftOut' in candidate) leaveOut(candidate.leftOut, member.realName);
    else if (!people.has(candidate.person.email)) people.set(candidate.person.email, candidate.person);
  }

  const pages = memberPages({ ...deps, signal });
  let page = await pages.next();
  while (!page.done && people.size < mostPeople) {
    for (const member of page.value) sort(member);
    page = await pages.next();
  }
  return { people: [...people.values()], leftOut, toLookAt, isCut: page.done ? page.value : true };
}

/** Problems HR can fix in Slack, or by adding the person by hand. */
function needsLook(reason: LeftOut): boolean {
  return reason === 'oneName' || reason === 'notTaken' || reason === 'noAddress';
}
