import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { type Repeating, repeat } from '../../../../time/repeat.ts';
import { memberPages } from '../../../slack/people/members.ts';
import { SlackUser } from '../../../slack/people/people.ts';
import type { PeopleDeps } from '../deps.ts';
import type { Seen } from './compare.ts';
import { type GoneDefinition, tellOfGone } from './leavers.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { takeIn } from './take-in.ts';

/** How often it is looked whether something is to be done, and how long after an event, in milliseconds. */
const every = 5 * 60_000;
const afterEvent = 2_000;
/**
 * Everybody is compared once in so long, by one process; sooner where events did not tell all; which process does it is
 * settled for so long, in milliseconds.
 */
const round = { every: 24 * 3_600_000, soon: 10 * 60_000, lease: 15 * 60_000 };
/** How many changed people wait at most: beyond, the next comparison finds them, which comes sooner then. */
const mostWaiting = 10_000;
/** How many are compared at once. */
const atOnce = 500;

/** Follows who comes to Slack, changes and goes, as far as HR has turned that on. */
export function followSlack(deps: PeopleDeps, gone: GoneDefinition) {
  const { settingsStore, additions, slackPeople: store, clock, log } = deps;
  /** Who changed, by their Slack ids, the newest state of each. */
  const waiting = new Map<string, Seen>();
  let turns: Repeating | undefined;
  let forgotten = '';
  let isHeldUp = false;
  /** Whether the newest state of somebody may not be known. */
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

  /** What events bring while everybody is compared may be newer than what is compared. */
  async function completed(comparison: () => Promise<boolean>): Promise<boolean> {
    const before = isIncomplete;
    isIncomplete = false;
    return comparison().catch((error: unknown) => {
      isIncomplete ||= before;
      throw error;
    });
  }

  /** Whoever was noted before the switch was turned, once for each time. */
  async function forgetOthers(): Promise<void> {
    const { on, since } = settingsStore.current().peopleInStep;
    if (since === forgotten) return;
    await store.forget(since, { itself: !on });
    forgotten = since;
  }

  /** App Home shows all this only where the service can do it. */
  async function isOffered(): Promise<boolean> {
    const before = additions.known().has('people');
    const offers = (await additions.offered()).has('people');
    if (offers !== before) deps.changes.tell();
    return offers;
  }

  /** Whoever cannot be taken in waits for the next turn, unless something newer is known of them by then. */
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

  /** What events did not bring: they reach one process, and none while nothing runs. */
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

  /** Nothing is asked or written here: in a large workspace people change their status all the time. */
  function heard(user: unknown, hasJoined: boolean): void {
    if (!turns || !settingsStore.current().peopleInStep.on) return;
    const member = SlackUser.parse(user);
    const before = waiting.get(member.id);
    if (!before && waiting.size >= mostWaiting) {
      isIncomplete = true;
      return;
    }
    // An event that Slack tells once more, minutes later, is no news.
    const newest = before && member.updated < before.member.updated ? before.member : member;
    waiting.set(member.id, { member: newest, hasJoined: hasJoined || before?.hasJoined === true });
    // While the service cannot be reached the next turn is early enough.
    if (!isHeldUp) turns.wakeIn(afterEvent);
  }

  return {
    /** Looks soon whether the service can do all this, where that is not known. */
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
