import { boundedWait, createWorker, longestWait, newLease, pauseAfter, repeatAfter } from '../queue.ts';
import type { Request } from '../requests/request.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Blocked, BlockedChannel } from './blocked.ts';
import { closeLane } from './lanes.ts';
import {
  type Destination,
  type Held,
  MessageRefused,
  type Place,
  type Post,
  type Unreached,
  type Wording,
} from './message.ts';
import { mayPost, type PendingMessage, readMessage } from './pending-message.ts';
import { createOutboxStore } from './store.ts';
import { createTogether } from './together.ts';

/** Time to wait for someone to fix a channel, in milliseconds. After that the message is outdated. */
const patienceWithPeople = 7 * 86_400_000;

/** Maximum time that a post takes, plus a margin, in milliseconds. */
const postTakes = 15_000;

/** Interval for checking whether an earlier message has been sent, in milliseconds. */
const oneBefore = 500;

/** Limit of updates in a row of one message. Those of a lane aren't concurrent, and take turns. */
const turnsOf = ({ lane, isPlanned }: PendingMessage) => (lane === null || isPlanned ? 3 : 1);

export function createOutbox(database: LedgerDatabase, blocked: Blocked, post: Post) {
  const { db, statement, clock, log, onChange } = database;
  const store = createOutboxStore(database);
  const together = createTogether(database, {
    wordingOf,
    postNew,
    update: post.update,
    putOff: store.putOff,
  });
  let pausedUntil = 0;

  /** @param ms milliseconds from now on */
  function inMs(ms: number): Date {
    return new Date(clock.now().getTime() + ms);
  }

  async function take() {
    const lease = newLease(clock.now());
    for (let row = await store.claim(lease); row; row = await store.claim(lease)) {
      const message = await readMessage(database, row);
      if (message) return message;
      const { id: messageId, request_id: requestId } = row;
      log.error({ messageId, requestId }, 'a stored message cannot be read: it is set aside');
      await store.setAside({ id: messageId, holder: lease.holder });
      onChange();
    }
    return undefined;
  }

  async function send(message: PendingMessage): Promise<undefined> {
    try {
      if (message.takenOver) await wait(message, postTakes);
      // Never post an announcement after its cancellation.
      else if (message.isAmended && (await store.isBehind(message))) await wait(message, oneBefore);
      else await deliver(message);
    } catch (error) {
      await failed(message, error);
    }
  }

  /** Another process may still be sending it, or an earlier message. Its post is in Slack after this wait. */
  async function wait(message: PendingMessage, ms: number): Promise<void> {
    await store.postpone(message, { doubtful: message.doubtful, until: inMs(ms) });
  }

  async function failed(message: PendingMessage, error: unknown): Promise<void> {
    const refused = error instanceof MessageRefused ? error : undefined;
    const isOld = ageOf(message) >= patienceWithPeople;
    if (refused?.facts.needsPeople && !isOld) return block(message, refused);
    if (refused?.facts.permanent || refused?.facts.needsPeople) return giveUp(message, refused);
    // Outdated by now. Report it to the requester, who has no message yet.
    if (message.awaited && isOld && !message.doubtful) return unreached(message, 'cannotLookUp');
    await postpone(message, error, refused?.facts);
  }

  async function giveUp(message: PendingMessage, { code }: MessageRefused): Promise<void> {
    const { requestId, purpose } = message;
    log.warn({ requestId, purpose, code }, 'Slack refuses a message for good');
    await unreached(message, 'refused');
  }

  async function postpone(
    message: PendingMessage,
    error: unknown,
    facts: MessageRefused['facts'] | undefined,
  ): Promise<void> {
    const { requestId, purpose, attempts } = message;
    const { retryAfter } = facts ?? {};
    // An unexpected error doesn't show whether the message arrived.
    const doubtful = message.doubtful || (facts?.doubtful ?? true);
    const mayTake = doubtful ? Math.max(facts?.mayTake ?? 0, repeatAfter) : 0;
    const pause = Math.max(pauseAfter(attempts, retryAfter), mayTake);
    if (retryAfter) await slowDown(message, inMs(boundedWait(retryAfter)));
    log.warn({ requestId, purpose, attempts, pause, err: error }, 'a message waits for Slack');
    await store.postpone(message, { doubtful, until: inMs(pause) });
  }

  /** Planned messages only wait on their own lane, so that they don't delay interactive ones. */
  async function slowDown({ isPlanned, lane }: PendingMessage, until: Date): Promise<void> {
    if (!isPlanned) pausedUntil = until.getTime();
    else if (lane !== null) await statement((tx) => closeLane(tx.db, lane, until));
  }

  async function block(message: PendingMessage, refused: MessageRefused): Promise<void> {
    const { requestId, purpose, attempts, recipient, doubtful } = message;
    const { code, facts } = refused;
    const channel = 'channel' in recipient ? recipient.channel : (facts.target ?? '');
    const pause = pauseAfter(attempts);
    log.warn({ requestId, purpose, attempts, pause, code }, 'a message waits for its channel to be mended');
    await store.postpone(message, { doubtful, until: inMs(pause), blocked: { channel, code } });
    if (!message.wasBlocked) onChange();
  }

  /** @throws MessageRefused */
  async function deliver(message: PendingMessage): Promise<void> {
    if ('inPlaceOf' in message.recipient) return writeOver(message, message.recipient.inPlaceOf);
    const destination = await destinationOf(message);
    if (destination.kind === 'nobody') return unreached(message, destination.why);
    if (destination.kind === 'several') return spread(message, destination);
    const { target } = destination;
    if (isLookedUp(message) && message.target === null) await store.aim(message, target);
    if ('hr' in message.recipient) await toHr(target, message);
    else if (message.together !== undefined) await sendTogether(target, message);
    else await sendTo(target, message);
  }

  /** A message that may already be in Slack keeps its target. */
  async function destinationOf(message: PendingMessage): Promise<Destination> {
    const { target } = message;
    return target === null ? post.destinationOf(message) : { kind: 'one', target };
  }

  /** If HR's private channel can't be used, HR's people get the message directly. */
  async function toHr(target: string, message: PendingMessage): Promise<void> {
    try {
      await sendTo(target, message);
    } catch (error) {
      const code = blockedFor(error);
      if (code === undefined) throw error;
      const people = await post.peopleInPlaceOf(message);
      await spread(message, { people, blocked: { channel: target, code } });
    }
  }

  async function sendTo(target: string, message: PendingMessage): Promise<void> {
    const found = await findFirst(message, target);
    const wording = found ? undefined : await wordingOf(message, target);
    if (wording && !('text' in wording)) return held(message, wording);
    if (wording?.isReply && (await store.isBehind(message))) return held(message, { later: inMs(oneBefore) });
    const place = found ?? (wording && (await postNew(message, wording, target)));
    await store.settled(message, place);
    // A message that wasn't sent proves nothing about the channel.
    if (found ?? wording) await isOpen(target, message);
  }

  async function sendTogether(target: string, message: PendingMessage): Promise<void> {
    const found = await findFirst(message, target);
    const wording = await wordingOf(message, target);
    if (!found && wording && !('text' in wording)) return held(message, wording);
    if (!wording || !('text' in wording)) return store.settled(message, found);
    await together.send(target, message, { found, wording });
    await isOpen(target, message);
  }

  async function postNew(
    message: PendingMessage,
    wording: Wording,
    target: string,
  ): Promise<Place | undefined> {
    const [thread] = wording.isReply ? await store.threadsOf(message, target) : [];
    return post.send({ ...message, ...wording, thread }, target, () => isStillTrue(message));
  }

  /** A process that was stalled mustn't post: another one may have posted, or changed the request. */
  async function isStillTrue(message: PendingMessage): Promise<void> {
    if (await mayPost(db, message)) return;
    throw new MessageRefused('taken_over', { permanent: false, doubtful: false });
  }

  async function isOpen(target: string, message: PendingMessage): Promise<void> {
    if (message.wasBlocked || 'hr' in message.recipient) await blocked.mended(target);
    if (message.wasBlocked) onChange();
  }

  async function held(message: PendingMessage, why: Held): Promise<void> {
    if ('later' in why) await store.putOff(message, why.later);
    else if ('toHr' in why) await store.unreached(message, why.toHr);
    else await store.dropped(message, why.dropped);
  }

  /** Repeated if the state changed during the update: concurrent updates of one message may arrive out of order. */
  async function writeOver(message: PendingMessage, purpose: string): Promise<void> {
    try {
      await rewrite(message, purpose);
    } catch (error) {
      if (!(error instanceof MessageRefused && error.facts.gone)) throw error;
      const { requestId } = message;
      log.warn({ requestId, purpose, code: error.code }, 'a message is gone from Slack: it is given up');
      await store.gone(message, { purpose, code: error.code });
    }
  }

  async function rewrite(message: PendingMessage, purpose: string): Promise<void> {
    const place = await store.placeOf(message.requestId, purpose);
    if (place === 'underWay') throw new MessageRefused('not_sent_yet', { permanent: false, doubtful: false });
    const said = await together.saidIn(message.requestId, purpose);
    let written: string | undefined;
    for (let turn = 0; place && turn < turnsOf(message); turn += 1) {
      const anew = (await store.readAnew(message)) ?? message;
      const wording = await wordingOf(anew, place.channel, said);
      if (isLater(wording)) return store.putOff(message, wording.later);
      if (!wording || !('text' in wording) || JSON.stringify(wording) === written) break;
      await post.update(place, wording);
      written = JSON.stringify(wording);
    }
    await store.settled(message, written === undefined ? undefined : place);
  }

  /** @throws MessageRefused if the message can't be built, so that it waits without blocking others */
  async function wordingOf(
    { requestId, purpose, build }: PendingMessage,
    target: string,
    others: readonly Request[] = [],
  ): Promise<Wording | Held | undefined> {
    try {
      return await build(target, others);
    } catch (error) {
      log.error({ requestId, purpose, ...whereIn(error) }, 'a message cannot be built');
      throw new MessageRefused('not_built', { permanent: false, doubtful: false });
    }
  }

  /** Looks for a message that may be in Slack. A form is updated at most once: another one may be open by now. */
  async function findFirst(message: PendingMessage, target: string): Promise<Place | undefined> {
    if (!message.doubtful) return undefined;
    if ('view' in message.recipient)
      throw new MessageRefused('already_tried', { permanent: true, doubtful: false });
    return post.find(message, target, await store.threadsOf(message, target));
  }

  async function spread(
    message: PendingMessage,
    to: { people: readonly string[]; blocked?: BlockedChannel },
  ): Promise<void> {
    const { requestId, purpose } = message;
    if (to.people.length === 0) log.error({ requestId, purpose }, 'there is nobody to tell of this');
    await store.spread(message, to);
    if (to.blocked) onChange();
  }

  async function unreached(message: PendingMessage, why: Unreached): Promise<void> {
    const { requestId, purpose } = message;
    const found = (await isDeactivated(message, why)) ? 'deactivated' : why;
    log.warn({ requestId, purpose, why: found }, 'a message reaches nobody');
    await store.unreached(message, found);
  }

  /** Slack doesn't find deactivated accounts by email, so check the id of an earlier message. */
  async function isDeactivated(message: PendingMessage, why: Unreached): Promise<boolean> {
    if (why !== 'notInSlack' && why !== 'refused') return false;
    const { recipient } = message;
    const given = 'channel' in recipient ? recipient.channel : message.target;
    const person = given ?? (await store.reachedBefore(message));
    if (person === undefined || !/^[UW]/.test(person)) return false;
    return post.isDeactivated(person).catch(() => false);
  }

  function ageOf({ createdAt }: PendingMessage): number {
    return clock.now().getTime() - createdAt.getTime();
  }

  /** Milliseconds; 0 if the clock was set back since. */
  function pauseLeft(): number {
    const left = pausedUntil - clock.now().getTime();
    return left > 0 && left <= longestWait ? left : 0;
  }

  /** During a pause nothing is due before its end. */
  async function nextDue(): Promise<Date | undefined> {
    const due = await store.nextDue();
    return due && new Date(Math.max(due.getTime(), inMs(pauseLeft()).getTime()));
  }

  const worker = createWorker(database, {
    take,
    work: send,
    held: heldRow,
    nextDue,
    onError: (error) => log.error({ err: error }, 'the outbox cannot reach the database'),
    concurrency: 2,
  });
  return {
    ...worker,
    sendTogether: together.sendNow,
    saidWith: together.saidIn,
    async hurry(): Promise<void> {
      pausedUntil = 0;
      await store.hurry();
      worker.wake();
    },
  };
}

function whereIn(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const { name, message, stack = '' } = error;
  const lines = stack.replace(message, '').split('\n');
  return { error: name, at: lines.filter((line) => /^ +at /.test(line)) };
}

function heldRow({ id, holder }: PendingMessage) {
  return { table: 'messages', id, holder } as const;
}

function isLater(wording: Wording | Held | undefined): wording is { later: Date } {
  return wording !== undefined && 'later' in wording;
}

function isLookedUp({ recipient }: PendingMessage): boolean {
  return !('channel' in recipient || 'view' in recipient || 'inPlaceOf' in recipient);
}

/** Code of a refusal that certainly wasn't posted and needs a person to fix the channel. */
function blockedFor(error: unknown): string | undefined {
  const isCertain = error instanceof MessageRefused && error.facts.needsPeople && !error.facts.doubtful;
  return isCertain ? error.code : undefined;
}
