import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { pause, type Repeating, repeat } from '../../../../time/repeat.ts';
import { memberPages } from '../../../slack/people/members.ts';
import { SlackUser } from '../../../slack/people/people.ts';
import type { PeopleDeps } from '../candidates.ts';
import { type Seen, takeIn } from './compare.ts';
import { type GoneDefinition, tellOfGone } from './leavers.ts';

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
  let forgotten = '';
  let isHeldUp = false;
  /** Whether a change may have been missed. */
  let isIncomplete = false;
  settingsStore.onChange(() => turns?.wake());

  async function turn(stopping: AbortSignal): Promise<void> {
    const { on, since } = settingsStore.current().peopleInStep;
    await forgetOthers();
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
    if (await store.claim(since, { lease, every: isIncomplete ? soon : round.every }))
      isNew = (await completed(() => compareAll(since, stopping))) || isNew;
    await tellOfGone(since, gone, deps);
    if (isNew) await deps.directory.readAnew();
  }

  /** Resets the flag before comparing, because events during the comparison may be newer than its data. */
  async function completed(comparison: () => Promise<boolean>): Promise<boolean> {
    const before = isIncomplete;
    isIncomplete = false;
    return comparison().catch((error: unknown) => {
      isIncomplete ||= before;
      throw error;
    });
  }

  async function forgetOthers(): Promise<void> {
    const { on, since } = settingsStore.current().peopleInStep;
    if (since === forgotten) return;
    await store.forget(since, { itself: !on });
    forgotten = since;
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
      isIncomplete ||= taken.isDoubtful;
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
      isIncomplete = true;
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
