import { createHash } from 'node:crypto';
import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { type ImportedPerson, mostPeople } from '../../../../contract/additions/people.ts';
import { pause, type Repeating, repeat } from '../../../../time/repeat.ts';
import { memberPages } from '../../../slack/people/members.ts';
import { type SlackPerson, SlackUser } from '../../../slack/people/people.ts';
import type { RememberedMember } from '../../../storage/people/slack-people.ts';
import { zonesOf } from '../../../zones.ts';
import { type Candidate, createCandidates, outsideBecause, type PeopleDeps } from '../candidates.ts';
import { planFor } from '../import/run.ts';
import { type GoneDefinition, tellOfGone } from './leavers.ts';

interface Seen {
  member: SlackPerson;
  hasJoined: boolean;
}

/** A person to send to the service, and the record to store afterwards. */
interface News {
  person: ImportedPerson;
  after: RememberedMember;
}

interface Comparison {
  toAdd: News[];
  toChange: News[];
  /** Members recorded without being sent to the service now. */
  toRemember: RememberedMember[];
  /** Slack ids of people who are no longer members without being deactivated, e.g. guests now. */
  toForget: string[];
  /** Marks two changes within one second: Slack's timestamp can't order them. */
  isDoubtful: boolean;
}

interface Comparing {
  remembered: ReadonlyMap<string, RememberedMember>;
  candidateOf(member: SlackPerson): Candidate;
  teamId: string;
  /**
   * `baseline`: records present members without adding them. `beforeBaseline`: acts only on people who joined, since
   * earlier members aren't recorded yet.
   */
  mode: 'baseline' | 'beforeBaseline' | 'usual';
}

function compare(seen: readonly Seen[], comparing: Comparing): Comparison {
  const found: Comparison = { toAdd: [], toChange: [], toRemember: [], toForget: [], isDoubtful: false };
  for (const one of seen) compareOne(one, comparing, found);
  return found;
}

function compareOne({ member, hasJoined }: Seen, comparing: Comparing, found: Comparison): void {
  const { remembered, candidateOf, teamId, mode } = comparing;
  const before = remembered.get(member.id);
  // Ignore an older event that arrived late.
  if (before && member.updated < before.updated) return;
  const outside = outsideBecause(member, teamId);
  if (outside) {
    isOutside(member, outside === 'deactivated', before, found);
    return;
  }
  const candidate = candidateOf(member);
  const digest = digestOf(candidate);
  const now = { userId: member.id, email: member.email, digest, updated: member.updated };
  if (before?.state === 'known' && before.digest === digest && mode !== 'baseline') return;
  if (mode === 'baseline' && before?.state !== 'joined')
    return void found.toRemember.push({ ...now, state: 'known' });
  if (before?.state === 'known') {
    found.isDoubtful ||= member.updated > 0 && member.updated === before.updated;
    const after = { ...now, state: 'known', email: before.email } as const;
    if ('person' in candidate) found.toChange.push({ person: candidate.person, after });
    return;
  }
  if (!before && mode === 'beforeBaseline' && !hasJoined) return;
  if ('person' in candidate)
    found.toAdd.push({ person: candidate.person, after: { ...now, state: 'known' } });
  if (before?.state !== 'joined') found.toRemember.push({ ...now, digest: '', state: 'joined' });
}

/**
 * Deactivated guests aren't reported: they aren't recorded, and Slack doesn't say that a deactivated user was a
 * guest.
 */
function isOutside(
  { id: userId, updated }: SlackPerson,
  isDeactivated: boolean,
  before: RememberedMember | undefined,
  { toRemember, toForget }: Comparison,
): void {
  if (!before || before.state === 'gone') return;
  if (isDeactivated) toRemember.push({ ...before, state: 'gone', updated });
  else toForget.push(userId);
}

function digestOf(candidate: Candidate): string {
  if ('leftOut' in candidate) return '';
  const { first_name, last_name, position, timezone } = candidate.person;
  const said = JSON.stringify([first_name, last_name, position ?? null, timezone ?? null]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}

interface TakenIn {
  isNew: boolean;
  /** Whether an older state may have overwritten a newer one; only Slack can tell. */
  isDoubtful: boolean;
}

/**
 * Applies Slack's changes to the service. Records are stored after the service has answered, so that failures
 * are retried. `since`: when the switch was turned on.
 */
async function takeIn(
  seen: readonly Seen[],
  { since, isBaseline }: { since: string; isBaseline: boolean },
  deps: PeopleDeps,
): Promise<TakenIn> {
  const { slackPeople: store, identity, directory } = deps;
  const teamId = identity()?.teamId ?? '';
  const remembered = await store.find(
    since,
    seen.map(({ member }) => member.id),
  );
  const usual = (await store.hasBaseline(since)) ? 'usual' : 'beforeBaseline';
  const candidateOf = createCandidates(teamId, zonesOf(directory.current()));
  const mode = isBaseline ? 'baseline' : usual;
  const found = compare(seen, { remembered, candidateOf, teamId, mode });
  await store.put(since, found.toRemember);
  await store.remove(found.toForget);
  return { isNew: await tellService(found, since, deps), isDoubtful: found.isDoubtful };
}

async function tellService(
  { toAdd, toChange }: Comparison,
  since: string,
  deps: PeopleDeps,
): Promise<boolean> {
  const all = [...toAdd, ...toChange];
  if (all.length === 0) return false;
  const { slackPeople: store, additions } = deps;
  const plan = await planFor(
    all.map(({ person }) => person),
    deps,
  );
  const toBeAdded = new Set(toAdd.map(({ person }) => person.email));
  const inService = plan.toChange.map(({ person }) => person);
  // Earlier members missing from the service were left out or removed on purpose. Don't add them.
  const people = [...plan.toAdd.filter(({ email }) => toBeAdded.has(email)), ...inService];
  for (let from = 0; from < people.length; from += mostPeople)
    await additions.importPeople(people.slice(from, from + mostPeople), { dryRun: false });
  const refused = new Set(plan.refused.map(({ email }) => email));
  const done = all.filter(({ person }) => !refused.has(person.email) || !toBeAdded.has(person.email));
  await store.put(
    since,
    done.map(({ after }) => after),
  );
  return people.length > 0;
}

/** Interval between turns, and delay after an event, in milliseconds. */
const every = 5 * 60_000;
const afterEvent = 2_000;
/**
 * Full comparison, by one process: interval, shorter interval after missed events, and how long a process holds it.
 * In milliseconds.
 */
const round = { every: 24 * 3_600_000, soon: 10 * 60_000, lease: 15 * 60_000 };
/** Limit of queued changes; beyond it, an earlier full comparison finds them. */
const mostWaiting = 10_000;
const atOnce = 500;

export function followSlack(deps: PeopleDeps, gone: GoneDefinition) {
  const { settingsStore, additions, slackPeople: store, clock, log } = deps;
  const waiting = new Map<string, Seen>();
  let turns: Repeating | undefined;
  let isHeldUp = false;
  /** Times of the last change that may have been missed, and of the last full comparison, in milliseconds. */
  let [missedAt, comparedAt] = [0, 0];
  const now = () => clock.now().getTime();
  settingsStore.onChange(() => turns?.wake());

  async function turn(stopping: AbortSignal): Promise<void> {
    const { on, since } = settingsStore.current().peopleInStep;
    await store.forget(since, { itself: !on });
    const offers = await isOffered().catch((error: unknown) => {
      if (on) throw error;
      return false;
    });
    if (!on || !offers) waiting.clear();
    else await followIn(since, stopping);
    isHeldUp = false;
  }

  async function followIn(since: string, stopping: AbortSignal): Promise<void> {
    let isNew = await takeInWaiting(since, stopping);
    const { lease, soon } = round;
    if (await store.claim(since, { lease, every: missedAt > comparedAt ? soon : round.every })) {
      // Events during the comparison may be newer than its data.
      const began = now();
      isNew = (await compareAll(since, stopping)) || isNew;
      comparedAt = began;
    }
    await tellOfGone(since, gone, deps);
    if (isNew) await deps.directory.readAnew();
  }

  /** App Home shows the people part only if the service supports it, so announce changes. */
  async function isOffered(): Promise<boolean> {
    const before = additions.known().has('people');
    const offers = (await additions.offered()).has('people');
    if (offers !== before) deps.changes.tell();
    return offers;
  }

  /** On failure the queue keeps its entries for the next turn, unless newer events replace them. */
  async function takeInWaiting(since: string, stopping: AbortSignal): Promise<boolean> {
    let isNew = false;
    while (waiting.size > 0 && !stopping.aborted) {
      const seen = [...waiting.values()].slice(0, atOnce);
      const taken = await take(seen, { since, isBaseline: false }, stopping);
      isNew = taken.isNew || isNew;
      if (taken.isDoubtful) missedAt = now();
      for (const one of seen) if (waiting.get(one.member.id) === one) waiting.delete(one.member.id);
    }
    return isNew;
  }

  const take = (seen: readonly Seen[], how: Parameters<typeof takeIn>[1], stopping: AbortSignal) =>
    oneAtATime(() => takeIn(seen, how, deps), deps, stopping);

  /** Finds changes that events missed: an event reaches only one process, and none during a downtime. */
  async function compareAll(since: string, signal: AbortSignal): Promise<boolean> {
    const isBaseline = !(await store.hasBaseline(since));
    let isNew = false;
    for await (const page of memberPages({ ...deps, signal })) {
      await store.renew(round.lease);
      const seen = page.map((member) => ({ member, hasJoined: false }));
      isNew = (await take(seen, { since, isBaseline }, signal)).isNew || isNew;
    }
    await store.finish(since);
    return isNew;
  }

  /** Only queues: in large workspaces people change their status all the time. */
  function heard(user: unknown, hasJoined: boolean): void {
    if (!turns || !settingsStore.current().peopleInStep.on) return;
    const member = SlackUser.parse(user);
    const before = waiting.get(member.id);
    if (!before && waiting.size >= mostWaiting) {
      missedAt = now();
      return;
    }
    // Slack may deliver an old event again minutes later.
    const newest = before && member.updated < before.member.updated ? before.member : member;
    waiting.set(member.id, { member: newest, hasJoined: hasJoined || before?.hasJoined === true });
    // During an outage the next regular turn is soon enough.
    if (!isHeldUp) turns.wakeIn(afterEvent);
  }

  return {
    lookSoon: () => turns?.wakeIn(afterEvent),
    onJoin: async ({ event }: SlackEventMiddlewareArgs<'team_join'>) => heard(event.user, true),
    onChange: async ({ event }: SlackEventMiddlewareArgs<'user_change'>) => heard(event.user, false),
    async begin() {
      const onError = (err: unknown) => {
        isHeldUp = true;
        log.warn({ err }, 'people cannot be kept in step with Slack now');
      };
      turns = repeat({ clock, every, turn, onError });
    },
    stop: async () => turns?.stop(),
  };
}

/** How long a crashed process blocks others, in milliseconds. Must exceed the service's timeout. */
const lease = 2 * 60_000;
/** Milliseconds between attempts to get the lock, and the number of attempts. */
const lookEvery = 500;
const looks = (2 * lease) / lookEvery;

type Deps = Pick<PeopleDeps, 'slackPeople' | 'clock'>;

/** Runs work under a lock shared by all processes, so that two changes of one person reach the service in order. */
async function oneAtATime<Result>(
  work: () => Promise<Result>,
  { slackPeople, clock }: Deps,
  signal: AbortSignal,
): Promise<Result> {
  for (let left = looks; left > 0; left -= 1) {
    signal.throwIfAborted();
    const place = await slackPeople.enter(lease);
    if (place !== undefined) return work().finally(() => slackPeople.leave(place));
    await pause(clock, lookEvery, signal);
  }
  throw new Error('Another process has been telling the service of people for minutes.');
}
