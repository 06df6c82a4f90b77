import type { ImportedPerson } from '../../../../contract/additions/people.ts';
import { memberPages } from '../../../slack/people/members.ts';
import type { SlackPerson } from '../../../slack/people/people.ts';
import { zonesOf } from '../../../zones.ts';
import { createCandidates, type LeftOut } from '../candidates.ts';
import type { PeopleDeps } from '../deps.ts';

export interface SlackReading {
  /** Unique by email address. */
  people: readonly ImportedPerson[];
  leftOut: ReadonlyMap<LeftOut, number>;
  /** Names of the first people who need a look. */
  toLookAt: readonly string[];
  /** Whether the workspace has more people than were read. */
  isCut: boolean;
}

/** Limits: people read, and names of people who need a look. */
const mostPeople = 100_000;
const mostNamed = 20;
/**
 * How long a reading is kept, in milliseconds: the import uses the reading that was shown, and Slack is asked once.
 */
const keptFor = 5 * 60_000;

interface ReadDeps extends Pick<PeopleDeps, 'client' | 'identity' | 'directory' | 'clock'> {
  /** Aborted when the bot stops. */
  signal: AbortSignal;
}

/**
 * Reads all Slack members. Concurrent callers share a reading, and an import reuses the one its plan is based on.
 * @returns a function that reads; `isNew` starts a reading unless one is running. It throws errors of Slack's client
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

/** Problems HR can fix in Slack, or by adding the person by hand. */
function needsLook(reason: LeftOut): boolean {
  return reason === 'oneName' || reason === 'notTaken' || reason === 'noAddress';
}
