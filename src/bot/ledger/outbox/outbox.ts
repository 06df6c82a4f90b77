import { boundedWait, createWorker, longestWait, newLease, pauseAfter, repeatAfter } from '../queue.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { parseJson } from '../tables/sql.ts';
import type { Blocked } from './blocked.ts';
import { createDelivery } from './deliver.ts';
import { MessageRefused, type Place, type Post } from './message.ts';
import type { PendingMessage } from './pending-message.ts';
import { createOutboxStore } from './store.ts';

const most = 100;

interface Sent {
  purpose: string;
  about: unknown;
  place: Place;
}

export function createTopics({ db }: Pick<LedgerDatabase, 'db'>) {
  return {
    async sentAbout(topic: string): Promise<Sent[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['purpose', 'about', 'channel', 'ts'])
        .where('topic', '=', topic)
        .where('state', '=', 'sent')
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.flatMap(({ purpose, about, channel, ts }) =>
        channel && ts ? [{ purpose, about: parseJson(about ?? ''), place: { channel, ts } }] : [],
      );
    },

    async purposesAbout(topic: string): Promise<string[]> {
      const rows = await db
        .selectFrom('messages')
        .select('purpose')
        .where('topic', '=', topic)
        .where('state', 'in', ['pending', 'sending', 'sent'])
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ purpose }) => purpose);
    },

    async withdraw(purpose: string): Promise<void> {
      const own = db.updateTable('messages').where('key', '=', purpose).where('state', '=', 'pending');
      await own.set({ state: 'dropped' }).execute();
    },

    async wantedSince(purposes: readonly string[]): Promise<Map<string, Date>> {
      if (purposes.length === 0) return new Map();
      const rows = await db
        .selectFrom('messages')
        .select(['key', 'created_at', 'scheduled_for'])
        .where('key', 'in', purposes)
        .execute();
      return new Map(rows.map((row) => [row.key, new Date(row.scheduled_for ?? row.created_at)]));
    },
  };
}

/** Time to wait for someone to fix a channel, in milliseconds. After that the message is outdated. */
const patienceWithPeople = 7 * 86_400_000;

/** Maximum time that a post takes, plus a margin, in milliseconds. */
const postTakes = 15_000;

/** Interval for checking whether an earlier message has been sent, in milliseconds. */
const oneBefore = 500;

export function createOutbox(database: LedgerDatabase, blocked: Blocked, post: Post) {
  const { clock, log, onChange } = database;
  const store = createOutboxStore(database);
  const delivery = createDelivery(database, { store, blocked, post });
  let pausedUntil = 0;

  async function take() {
    if (pauseLeft() > 0) return undefined;
    const lease = newLease(clock.now());
    for (let row = await store.claim(lease); row; row = await store.claim(lease)) {
      const message = await store.read(row);
      if (message) return message;
      log.error(
        { messageId: row.id, requestId: row.request_id },
        'a stored message cannot be read: it is set aside',
      );
      await store.setAside({ id: row.id, holder: lease.holder });
      onChange();
    }
    return undefined;
  }

  async function send(message: PendingMessage): Promise<undefined> {
    try {
      if (message.takenOver) await wait(message, postTakes);
      // Never post an announcement after its cancellation.
      else if (message.isAmended && (await store.isBehind(message))) await wait(message, oneBefore);
      else await delivery.deliver(message);
    } catch (error) {
      await failed(message, error);
    }
  }

  /** Another process may still be sending it, or an earlier message. Its post is in Slack after this wait. */
  async function wait(message: PendingMessage, ms: number): Promise<void> {
    const { doubtful } = message;
    await store.postpone(message, { doubtful, until: new Date(clock.now().getTime() + ms) });
  }

  async function failed(message: PendingMessage, error: unknown): Promise<void> {
    const refused = error instanceof MessageRefused ? error : undefined;
    const isOld = ageOf(message) >= patienceWithPeople;
    if (refused?.facts.needsPeople && !isOld) return block(message, refused);
    if (refused?.facts.permanent || refused?.facts.needsPeople) return giveUp(message, refused);
    // Outdated by now. Report it to the requester, who has no message yet.
    if (message.awaited && isOld && !message.doubtful) return delivery.unreached(message, 'cannotLookUp');
    await postpone(message, error, refused?.facts);
  }

  async function giveUp(message: PendingMessage, { code }: MessageRefused): Promise<void> {
    const { requestId, purpose } = message;
    log.warn({ requestId, purpose, code }, 'Slack refuses a message for good');
    await delivery.unreached(message, 'refused');
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
    const now = clock.now().getTime();
    if (retryAfter) await slowDown(message, now + boundedWait(retryAfter));
    log.warn({ requestId, purpose, attempts, pause, err: error }, 'a message waits for Slack');
    await store.postpone(message, { doubtful, until: new Date(now + pause) });
  }

  /** Planned messages only wait on their own lane, so that they don't delay interactive ones. */
  async function slowDown({ isPlanned, lane }: PendingMessage, until: number): Promise<void> {
    if (!isPlanned) pausedUntil = until;
    else if (lane !== undefined) await store.closeLane(lane, new Date(until));
  }

  async function block(message: PendingMessage, refused: MessageRefused): Promise<void> {
    const { requestId, purpose, attempts, recipient, doubtful } = message;
    const { code, facts } = refused;
    const channel = 'channel' in recipient ? recipient.channel : (facts.target ?? '');
    const pause = pauseAfter(attempts);
    log.warn({ requestId, purpose, attempts, pause, code }, 'a message waits for its channel to be mended');
    const until = new Date(clock.now().getTime() + pause);
    await store.postpone(message, { doubtful, until, blocked: { channel, code } });
    if (!message.wasBlocked) onChange();
  }

  function ageOf({ createdAt }: PendingMessage): number {
    return clock.now().getTime() - createdAt.getTime();
  }

  /** Milliseconds; 0 if the clock was set back since. */
  function pauseLeft(): number {
    const left = pausedUntil - clock.now().getTime();
    return left > 0 && left <= longestWait ? left : 0;
  }

  async function nextDue(): Promise<Date | undefined> {
    const due = await store.nextDue();
    return due && new Date(Math.max(due.getTime(), clock.now().getTime() + pauseLeft()));
  }

  const worker = createWorker(database, {
    take,
    work: send,
    held: ({ id, holder }) => ({ table: 'messages', id, holder }),
    nextDue,
    onError: (error) => log.error({ err: error }, 'the outbox cannot reach the database'),
    concurrency: 2,
  });
  return {
    ...worker,
    async hurry(): Promise<void> {
      pausedUntil = 0;
      await store.hurry();
      worker.wake();
    },
  };
}
