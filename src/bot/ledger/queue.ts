import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, type Repeating, repeat } from '../../time/clock.ts';
import type { Reads } from './tables/ledger-database.ts';
import { type Handle, isOpen } from './tables/sql.ts';

/** Exclusive hold on a request or a message. A lease that isn't renewed is freed; see `createLeaseWatch`. */
export interface Lease {
  /** Unique to this claim: claiming the same row again gives another holder. */
  holder: string;
  /** Changes at each renewal, which shows that the holder is alive. */
  until: Date;
}

const leaseLength = 10_000;
export const renewEvery = 2_500;

export function newLease(now: Date): Lease {
  return { holder: randomUUID(), until: new Date(now.getTime() + leaseLength) };
}

export function leased({ holder, until }: Lease) {
  return { lease_holder: holder, lease_until: until.toISOString() };
}

export const unleased = { lease_holder: null, lease_until: null } as const;

export const leasedTables = ['requests', 'messages', 'webhook_events'] as const;

/** A leased row. */
interface Held {
  table: (typeof leasedTables)[number];
  id: string | number;
  holder: string;
}

function isUnder({ id, holder }: Held) {
  return sql`id = ${id} and lease_holder = ${holder}`;
}

/** Renews a lease while its work goes on, so that only leases of dead processes are freed. */
function keepLease({ db, clock }: { db: Handle; clock: Clock }, held: Held): () => void {
  async function turn(): Promise<void> {
    const until = new Date(clock.now().getTime() + leaseLength).toISOString();
    await sql`update ${sql.table(held.table)} set lease_until = ${until} where ${isUnder(held)}`.execute(db);
  }
  // Without renewal the lease expires and the next holder finds out the outcome.
  const onError = () => {};
  const renewal = repeat({ clock, every: renewEvery, first: renewEvery, turn, onError });
  return () => void renewal.stop();
}

/** SQL condition: an open request that nobody holds, and that waits for no person. */
export const isWaiting = sql<boolean>`${isOpen} and set_aside_at is null
  and state not in ('needs_review', 'awaiting_approval')
  and lease_until is null`;

export const sendingIsAllowed = sql<boolean>`not exists (select 1 from circuit_breaker where code is not null)`;

/** Requests sent at the same time, over all processes. */
export const slots = 2;

export const slotIsFree = sql<boolean>`(
  select count(*) from requests where lease_until is not null) < ${sql.lit(slots)}`;

/** "FDSK" in ASCII: advisory lock that makes processes count free slots one after the other. */
const slotLock = sql.lit(0x4644534b);

/** Serializes the claiming of slots until the transaction ends. PostgreSQL only; SQLite has one writer anyway. */
export async function takeTurns({ db, kind }: Pick<Reads, 'db' | 'kind'>): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${slotLock})`.execute(db);
}

/** Non-blocking version of `takeTurns`. */
export async function takeTurnIfFree({ db, kind }: Pick<Reads, 'db' | 'kind'>): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const got = sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${slotLock}) as got`;
  return (await got.execute(db)).rows[0]?.got === true;
}

/** Upper bound of every wait, in milliseconds, including `Retry-After`. */
export const longestWait = 5 * 60_000;

export function boundedWait(ms: number, longest = longestWait): number {
  return ms > 0 ? Math.min(ms, longest) : 0;
}

/** Pauses between attempts: the first and the longest one in milliseconds, and the factor of each further one. */
const pauses = { first: 2_000, factor: 2, longest: longestWait };
/** Pauses before an event is repeated for another system. */
export const eventPauses = { first: 5_000, factor: 3, longest: 3_600_000 };

/**
 * Pause before the next attempt: longer after each attempt, minus up to 25% jitter so that waiting requests don't
 * retry together. A longer `Retry-After` wins, up to the longest pause.
 * @param attempts attempts so far, at least 1
 * @param retryAfter in milliseconds, if known
 * @returns milliseconds
 */
export function pauseAfter(attempts: number, retryAfter = 0, { first, factor, longest } = pauses): number {
  const grown = Math.min(first * factor ** (attempts - 1), longest);
  return Math.round(Math.max(grown * (1 - Math.random() / 4), boundedWait(retryAfter, longest)));
}

/**
 * Time after an attempt in doubt during which the service may still be working on it, in milliseconds: a released
 * deployment stops its workers after 30 seconds. Only later does "not found" mean that it had no effect.
 */
export const settledAfter = 60_000;

/** Pause before repeating an attempt in doubt that seems to have had no effect, in milliseconds. */
export const repeatAfter = 5_000;

interface WorkerOptions<Item> {
  /** Called only when something is due. */
  take: () => Promise<Item | undefined>;
  /**
   * Does the item's work and returns the next item, if one was claimed with it. After an error, the item's
   * lease expires.
   */
  work: (item: Item) => Promise<Item | undefined>;
  /** Row whose lease is renewed while its work goes on. */
  held: (item: Item) => Held;
  nextDue: () => Promise<Date | undefined>;
  onError: (error: unknown) => void;
  concurrency: number;
}

/** Bounds of a sleep, in milliseconds: another process may have added work, or hold what is due. */
const sleep = { shortest: 200, longest: 15_000 };
/** First pause after a failure, in milliseconds; doubled by each further failure up to the longest sleep. */
const failurePause = 1_000;

/** Works through due items, `concurrency` at a time, and sleeps in between. Idle until `wake` is called. */
export function createWorker<Item>(database: { db: Handle; clock: Clock }, options: WorkerOptions<Item>) {
  const { clock } = database;
  const { take, work, held, nextDue, onError, concurrency } = options;
  const inHand = new Set<Promise<void>>();
  let stopped = false;
  let looks: Repeating | undefined;
  let untilNext = sleep.longest;
  let failuresInARow = 0;

  function wake(): void {
    if (stopped) return;
    if (looks) looks.wake();
    else looks = repeat({ clock, every: () => untilNext, turn: look, onError: failed });
  }

  async function look(stopping: AbortSignal): Promise<void> {
    untilNext = sleep.longest;
    while (!stopping.aborted && inHand.size < concurrency) {
      const due = await nextDue();
      // An invalid date, of a damaged row, doesn't hold up the others.
      const item = due && !(due > clock.now()) ? await take() : undefined;
      failuresInARow = 0;
      if (item === undefined) {
        untilNext = sleepUntil(due, clock);
        return;
      }
      begin(item);
    }
  }

  function failed(error: unknown): void {
    onError(error);
    untilNext = bounded(failurePause * 2 ** failuresInARow);
    failuresInARow += 1;
  }

  function begin(item: Item): void {
    const done = workThrough(item)
      .catch(onError)
      .finally(() => {
        inHand.delete(done);
        wake();
      });
    inHand.add(done);
  }

  async function workThrough(first: Item): Promise<void> {
    let item: Item | undefined = first;
    while (item !== undefined) {
      const release = keepLease(database, held(item));
      item = await work(item).finally(release);
    }
  }

  return {
    wake,
    /** Wakes it in `ms` milliseconds, unless something does before. */
    wakeIn: (ms: number): void => (looks ? looks.wakeIn(ms) : wake()),
    begin,
    isFull: () => inHand.size >= concurrency,
    isStopped: () => stopped,
    async stop(): Promise<void> {
      stopped = true;
      await looks?.stop();
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}

/** @returns milliseconds */
export function sleepUntil(due: Date | undefined, clock: Clock): number {
  // NaN for an invalid date, of a damaged row.
  const wait = due ? due.getTime() - clock.now().getTime() : sleep.longest;
  return bounded(wait) || sleep.longest;
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, sleep.shortest), sleep.longest);
}
