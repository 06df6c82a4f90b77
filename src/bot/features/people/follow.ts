import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { type ImportedPerson, mostPeople } from '../../../contract/employee.ts';
import { repeat, repeatLater } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import { zonesOf } from '../../menus.ts';
import { memberPages } from '../../slack/people/members.ts';
import { askPerson, type SlackPerson, SlackUser } from '../../slack/people/people.ts';
import { answerOrCode } from '../../slack/web-client.ts';
import type { RememberedMember } from '../../storage/slack-people.ts';
import { createCandidates, outsideBecause } from './candidates.ts';
import { planFor } from './import.ts';
import { tellOfGone } from './leavers.ts';

interface Seen {
  member: SlackPerson;
  /** Whether Slack reported that they joined: they are added even if they were a member before. */
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
}

interface How {
  /** When the sync was turned on. */
  since: string;
  /** Records the members of that time, without adding them. */
  isBaseline: boolean;
}

async function compare(
  seen: readonly Seen[],
  { since, isBaseline }: How,
  { slackPeople, identity, directory }: Bot,
): Promise<Comparison> {
  const found: Comparison = { toAdd: [], toChange: [], toRemember: [], toForget: [] };
  const ids = seen.map(({ member }) => member.id);
  const remembered = await slackPeople.find(since, ids);
  const teamId = identity()?.teamId ?? '';
  const candidateOf = createCandidates(teamId, zonesOf(directory.current()));
  for (const one of seen) {
    const before = remembered.get(one.member.id);
    const outside = outsideBecause(one.member, teamId);
    const candidate = candidateOf(one.member);
    const person = 'person' in candidate ? candidate.person : undefined;
    if (!outside) isMember(one, person, { before, isBaseline }, found);
    else if (!before || before.state === 'gone') continue;
    // Deactivated guests aren't reported: they aren't recorded, and Slack doesn't say that a deactivated user was one.
    else if (outside === 'deactivated') found.toRemember.push({ ...before, state: 'gone' });
    else found.toForget.push(one.member.id);
  }
  return found;
}

function isMember(
  { member, hasJoined }: Seen,
  person: ImportedPerson | undefined,
  { before, isBaseline }: { before: RememberedMember | undefined; isBaseline: boolean },
  { toAdd, toChange, toRemember }: Comparison,
): void {
  const { id: userId, email } = member;
  const after: RememberedMember = { userId, email, digest: digestOf(person), state: 'known' };
  if (isBaseline && before?.state !== 'joined') {
    toRemember.push(after);
  } else if (before?.state === 'known' && !hasJoined) {
    if (person && before.digest !== after.digest)
      toChange.push({ person, after: { ...after, email: before.email } });
  } else {
    if (person) toAdd.push({ person, after });
    if (before?.state !== 'joined') toRemember.push({ ...after, digest: '', state: 'joined' });
  }
}

function digestOf(person: ImportedPerson | undefined): string {
  if (!person) return '';
  const { first_name, last_name, position, timezone } = person;
  const said = JSON.stringify([first_name, last_name, position ?? null, timezone ?? null]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}

/**
 * Applies Slack's changes to the service. Records are stored after the service has answered, so that failures
 * are retried. @returns whether the service has changed
 */
async function takeIn(seen: readonly Seen[], how: How, deps: Bot): Promise<boolean> {
  const { slackPeople: store, additions } = deps;
  const { toAdd, toChange, toRemember, toForget } = await compare(seen, how, deps);
  await store.put(how.since, toRemember);
  await store.remove(toForget);
  const all = [...toAdd, ...toChange];
  if (all.length === 0) return false;
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
    how.since,
    done.map(({ after }) => after),
  );
  return people.length > 0;
}

/** Interval between turns, and delay after an event, in milliseconds. */
const every = 5 * 60_000;
const afterEvent = 2_000;
/** Interval of the full comparison, which finds changes that events missed, in milliseconds. */
const roundEvery = 24 * 3_600_000;
/** Limit of queued changes; the full comparison finds the rest. */
const mostWaiting = 10_000;
/** Number of people to ask Slack about before the answers are sent. */
const atOnce = 50;
/** Slack's codes for people it doesn't show. */
const unknown = ['user_not_found', 'user_not_visible'];

/** A reported change. Events may be late or out of order, so the state to send is read from Slack again. */
interface Waiting extends Seen {
  /** Whether different profiles were reported since the last turn. */
  isUnclear: boolean;
}

export function followSlack(deps: Bot) {
  const { settingsStore, additions, slackPeople: store, clock, client, log } = deps;
  const waiting = new Map<string, Waiting>();
  let isHeldUp = false;

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
    const isNeeded = waiting.size > 0 || (await isDue(since));
    const isNew = isNeeded ? await oneAtATime(() => sync(since, stopping), deps) : false;
    if (isNew === undefined) turns.wakeIn(lookAgainIn);
    await tellOfGone(since, deps);
    if (isNew) await deps.directory.readAnew();
  }

  async function isDue(since: string): Promise<boolean> {
    const { baseline, doneAt } = await store.round();
    return baseline !== since || doneAt <= clock.now().getTime() - roundEvery;
  }

  async function sync(since: string, stopping: AbortSignal): Promise<boolean> {
    const isAll = (await isDue(since)) && (await compareAll(since, stopping));
    return (await takeInWaiting({ since, isBaseline: false }, stopping)) || isAll;
  }

  /** App Home shows the people part only if the service supports it, so announce changes. */
  async function isOffered(): Promise<boolean> {
    const before = additions.known().has('people');
    const offers = (await additions.offered()).has('people');
    if (offers !== before) deps.changes.tell();
    return offers;
  }

  /** On failure the queue keeps its entries for the next turn, unless newer events replace them. */
  async function takeInWaiting(how: How, stopping: AbortSignal): Promise<boolean> {
    let isNew = false;
    while (waiting.size > 0 && !stopping.aborted) {
      const some = [...waiting.values()].slice(0, atOnce);
      isNew = (await takeIn(await asInSlack(some, how), how, deps)) || isNew;
      for (const one of some) if (waiting.get(one.member.id) === one) waiting.delete(one.member.id);
    }
    return isNew;
  }

  /** Asks Slack about the people whose events say something new: people change their status all the time. */
  async function asInSlack(some: readonly Waiting[], how: How): Promise<Seen[]> {
    const found = await compare(some, how, deps);
    const changed = [...found.toAdd, ...found.toChange].map(({ after }) => after).concat(found.toRemember);
    const ids = new Set(changed.map(({ userId }) => userId).concat(found.toForget));
    const seen: Seen[] = [];
    for (const { member, hasJoined, isUnclear } of some) {
      if (!isUnclear && !ids.has(member.id)) continue;
      const now = await answerOrCode(unknown, () => askPerson(client, member.id));
      if (typeof now !== 'string') seen.push({ member: now, hasJoined });
    }
    return seen;
  }

  /** Finds changes that events missed: an event reaches only one process, and none during a downtime. */
  async function compareAll(since: string, signal: AbortSignal): Promise<boolean> {
    const how = { since, isBaseline: (await store.round()).baseline !== since };
    let isNew = false;
    for await (const page of memberPages({ ...deps, signal })) {
      const seen = page.map((member) => ({ member, hasJoined: false }));
      isNew = (await takeIn(seen, how, deps)) || isNew;
    }
    await store.finish(since);
    return isNew;
  }

  function heard(user: unknown, hasJoined: boolean): void {
    if (!settingsStore.current().peopleInStep.on) return;
    const member = SlackUser.parse(user);
    const before = waiting.get(member.id);
    if (!before && waiting.size >= mostWaiting) return;
    const isUnclear = before !== undefined && (before.isUnclear || !isDeepStrictEqual(before.member, member));
    waiting.set(member.id, { member, hasJoined: hasJoined || before?.hasJoined === true, isUnclear });
    // During an outage the next regular turn is soon enough.
    if (!isHeldUp) turns.wakeIn(afterEvent);
  }

  function onError(err: unknown): void {
    isHeldUp = true;
    log.warn({ err }, 'people cannot be synced with Slack now');
  }

  const turns = repeatLater({ clock, every, turn, onError });
  settingsStore.onChange(turns.wake);
  return {
    lookSoon: () => turns.wakeIn(afterEvent),
    onJoin: async ({ event }: SlackEventMiddlewareArgs<'team_join'>) => heard(event.user, true),
    onChange: async ({ event }: SlackEventMiddlewareArgs<'user_change'>) => heard(event.user, false),
    begin: turns.begin,
    stop: turns.stop,
  };
}

/** How long a crashed process blocks others, in milliseconds. A working one renews its lease. */
const lease = 2 * 60_000;
/** Delay of the next look while another process has the lease, in milliseconds. */
const lookAgainIn = 2_000;

/**
 * Runs work under a lease shared by all processes. What is read from Slack under it is newer than everything that was
 * sent to the service before. @returns undefined if another process has the lease
 */
async function oneAtATime<Result>(
  work: () => Promise<Result>,
  { slackPeople, clock, log }: Bot,
): Promise<Result | undefined> {
  let held = await slackPeople.claim(lease);
  if (held === undefined) return undefined;
  const turn = async () => {
    held = (await slackPeople.claim(lease, held)) ?? held;
  };
  const onError = (err: unknown) => log.warn({ err }, 'the lease of the sync cannot be renewed');
  const renewing = repeat({ clock, every: lease / 4, first: lease / 4, turn, onError });
  try {
    return await work();
  } finally {
    await renewing.stop();
    await slackPeople.release(held);
  }
}
