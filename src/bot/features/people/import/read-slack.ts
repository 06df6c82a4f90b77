import type { ImportedPerson } from '../../../../contract/additions/people.ts';
import { memberPages } from '../../../slack/people/members.ts';
import type { SlackPerson } from '../../../slack/people/people.ts';
import { zonesOf } from '../../../zones.ts';
import { createCandidates, type LeftOut } from '../candidates.ts';
import type { PeopleDeps } from '../deps.ts';

/** Everybody in Slack, as far as an import goes. */
export interface SlackReading {
  /** Each address once. */
  people: readonly ImportedPerson[];
  /** How many were left out, and why. */
  leftOut: ReadonlyMap<LeftOut, number>;
  /** What those are called whom somebody has to look at, the first of them. */
  toLookAt: readonly string[];
  /** Whether there are more people than are read. */
  isCut: boolean;
}

/** How many people are taken along at most, and how many of those are named who need a look. */
const mostPeople = 100_000;
const mostNamed = 20;
/** How long a reading is kept, in milliseconds: what was shown is what is imported, and Slack is asked once. */
const keptFor = 5 * 60_000;

interface ReadDeps extends Pick<PeopleDeps, 'client' | 'identity' | 'directory' | 'clock'> {
  /** Aborted when the bot stops. */
  signal: AbortSignal;
}

/**
 * Reads everybody in Slack. Whoever asks meanwhile gets the same reading, and so does whoever agrees to what it led to.
 * @returns a function; `isNew` asks for one that begins now. It throws what Slack's client throws
 */
export function createSlackReading(deps: ReadDeps) {
  let kept: { reading: Promise<SlackReading>; isUnderWay: boolean } | undefined;

  function begin(): Promise<SlackReading> {
    const reading = readSlack(deps);
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

async function readSlack(deps: ReadDeps): Promise<SlackReading> {
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

  const pages = memberPages(deps);
  let page = await pages.next();
  while (!page.done && people.size < mostPeople) {
    for (const member of page.value) sort(member);
    page = await pages.next();
  }
  return { people: [...people.values()], leftOut, toLookAt, isCut: page.done ? page.value : true };
}

/** A member with something that HR can mend in Slack, or add by hand. */
function needsLook(reason: LeftOut): boolean {
  return reason === 'oneName' || reason === 'notTaken' || reason === 'noAddress';
}
