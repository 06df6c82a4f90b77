import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import type { Clock } from '../../../time/clock.ts';
import { repeat } from '../../../time/repeat.ts';
import type { Handle } from '../tables/write.ts';

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

/** Renews a lease while its work goes on, so that only leases of dead processes are freed. */
export function keepLease(clock: Clock, renew: (lease: Lease) => Promise<void>, { holder }: Lease) {
  const turn = () => renew({ holder, until: new Date(clock.now().getTime() + leaseLength) });
  // Without renewal the lease expires and the next holder finds out the outcome.
  const onError = () => {};
  const renewal = repeat({ clock, every: renewEvery, first: renewEvery, turn, onError });
  return () => void renewal.stop();
}

export const unleased = { lease_holder: null, lease_until: null } as const;

export const sendingIsAllowed = sql<boolean>`not exists (select 1 from circuit_breaker where code is not null)`;

/** SQL condition: fewer than `concurrency` requests are being sent, over all processes. */
export function slotIsFree(concurrency: number) {
  const running = sql`select count(*) from requests where lease_until is not null`;
  return sql<boolean>`(${running}) < ${concurrency}`;
}

/** "FDSK" in ASCII: advisory lock that makes processes count free slots one after the other. */
const slotLock = 0x4644534b;

/** Serializes the claiming of slots until the transaction ends. PostgreSQL only; SQLite has one writer anyway. */
export async function takeTurns(tx: Handle, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(slotLock)})`.execute(tx);
}

/** Non-blocking version of `takeTurns`. */
export async function takeTurnIfFree(tx: Handle, kind: DatabaseKind): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const turn = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(slotLock)}) as got`.execute(tx);
  return turn.rows[0]?.got === true;
}

const firstPause = 2_000;

/** Upper bound of every wait, in milliseconds, including `Retry-After`. */
export const longestWait = 5 * 60_000;

export function boundedWait(ms: number): number {
  return ms > 0 ? Math.min(ms, longestWait) : 0;
}

/**
 * Pause before the next attempt: doubled after each attempt up to `longestWait`, minus up to 25% jitter so that
 * waiting requests don't retry together. A longer `Retry-After` wins, up to `longestWait`.
 * @param attempts attempts so far, at least 1
 * @param retryAfter in milliseconds, if known
 * @returns milliseconds
 */
export function pauseAfter(attempts: number, retryAfter = 0): number {
  const doubled = Math.min(firstPause * 2 ** (attempts - 1), longestWait);
  return Math.round(Math.max(doubled * (1 - Math.random() / 4), boundedWait(retryAfter)));
}

/**
 * Time after an attempt in doubt during which the service may still be working on it, in milliseconds: a released
 * deployment stops its workers after 30 seconds. Only later does "not found" mean that it had no effect.
 */
export const settledAfter = 60_000;

/** Pause before repeating an attempt in doubt that seems to have had no effect, in milliseconds. */
export const repeatAfter = 5_000;
