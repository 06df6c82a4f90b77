import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Blocked } from './blocked.ts';
import { keepLease } from './keep-lease.ts';
import { type Lease, newLease } from './lease.ts';
import { MessageRefused, type Post } from './message.ts';
import type { OutboxStore, PendingMessage } from './outbox-store.ts';
import { boundedWait, longestWait, pauseAfter, repeatAfter } from './pauses.ts';
import { createWorker, type Worker } from './worker.ts';

export interface OutboxOptions {
  store: OutboxStore;
  blocked: Blocked;
  post: Post;
  clock: Clock;
  log: Log;
  /** A channel can be written to again, or cannot any more. */
  onBlockedChange: () => void;
}

/** How long it is waited for somebody to let Frontdesk into a channel, in milliseconds: later, nobody needs the news. */
const patienceWithPeople = 7 * 86_400_000;

/** How long a post can be under way, and a little more, in milliseconds. */
const postTakes = 15_000;

export interface Outbox extends Worker {
  /** Somebody wants it now, also where Slack asked to wait. */
  hurry(): Promise<void>;
}

/** Sends what the ledger wrote for Slack, until Slack has it: an unreachable Slack delays a message and never loses it. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, blocked, post, clock, log } = options;
  /** Slack asked to wait: milliseconds since the epoch. */
  let pausedUntil = 0;

  async function take() {
    const now = clock.now();
    if (pauseLeft() > 0) return undefined;
    const lease = newLease(now);
    const message = await store.claim(lease, now);
    return message && { message, lease };
  }

  async function send({ message, lease }: { message: PendingMessage; lease: Lease }): Promise<void> {
    const release = keepLease(clock, (renewed) => store.renew(message.id, renewed), lease);
    try {
      if (message.takenOver) return await wait(message, lease);
      const found = message.doubtful ? await findFirst(message) : undefined;
      await store.settled(message.id, lease.holder, found ?? (await post.send(message)));
      if (message.wasBlocked) options.onBlockedChange();
    } catch (error) {
      await failed(message, lease, error);
    } finally {
      release();
    }
  }

  /** Whoever was sending it may have lost the lease and not its life: what it posts is in Slack by then. */
  async function wait({ id }: PendingMessage, { holder }: Lease): Promise<void> {
    await store.postpone(id, holder, true, new Date(clock.now().getTime() + postTakes));
  }

  /** A window is updated once at most: it may be another form by now. */
  async function findFirst(message: PendingMessage) {
    if ('view' in message.recipient)
      throw new MessageRefused('already_tried', { permanent: true, doubtful: false });
    return post.find(message);
  }

  async function failed(message: PendingMessage, lease: Lease, error: unknown): Promise<void> {
    const { id, requestId, purpose, attempts } = message;
    const refused = error instanceof MessageRefused ? error : undefined;
    if (refused?.needsPeople && ageOf(message) < patienceWithPeople) return block(message, lease, refused);
    if (refused?.permanent || refused?.needsPeople) {
      log.warn({ requestId, purpose, code: refused.code }, 'Slack refuses a message for good');
      return store.settled(id, lease.holder, undefined);
    }
    // A failure that nobody foresaw says nothing about whether the message arrived.
    const doubtful = message.doubtful || (refused?.doubtful ?? true);
    const pause = Math.max(pauseAfter(attempts, refused?.retryAfter), doubtful ? repeatAfter : 0);
    const now = clock.now().getTime();
    if (refused?.retryAfter) pausedUntil = now + boundedWait(refused.retryAfter);
    log.warn({ requestId, purpose, attempts, pause, err: error }, 'a message waits for Slack');
    await store.postpone(id, lease.holder, doubtful, new Date(now + pause));
  }

  async function block(message: PendingMessage, { holder }: Lease, { code }: MessageRefused): Promise<void> {
    const { requestId, purpose, attempts } = message;
    const now = clock.now();
    const pause = pauseAfter(attempts);
    log.warn({ requestId, purpose, attempts, pause, code }, 'a message waits for its channel to be mended');
    const until = new Date(now.getTime() + pause);
    await blocked.block(message, { holder, code, until }, now);
    if (!message.wasBlocked) options.onBlockedChange();
  }

  function ageOf({ createdAt }: PendingMessage): number {
    return clock.now().getTime() - createdAt.getTime();
  }

  /** Milliseconds; nothing where the clock was set back since. */
  function pauseLeft(): number {
    const left = pausedUntil - clock.now().getTime();
    return left > 0 && left <= longestWait ? left : 0;
  }

  async function nextDue(): Promise<Date | undefined> {
    const due = await store.nextDue();
    return due && new Date(Math.max(due.getTime(), clock.now().getTime() + pauseLeft()));
  }

  const worker = createWorker({
    take,
    work: async (item) => {
      await send(item);
      return undefined;
    },
    nextDue,
    onError: (error) => log.error({ err: error }, 'the outbox cannot reach the database'),
    clock,
    concurrency: 2,
  });
  return {
    ...worker,
    async hurry() {
      pausedUntil = 0;
      await store.hurry(clock.now());
      worker.wake();
    },
  };
}
