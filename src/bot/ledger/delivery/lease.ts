import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseKind } from '../../../database/open.ts';
import type { Clock } from '../../../time/clock.ts';
import { repeat } from '../../../time/repeat.ts';
import type { Handle } from '../tables/write.ts';

/** One taking of a request or a message: who does not renew it loses it to somebody else, see `createLeaseWatch`. */
export interface Lease {
  /** Of this one taking: a process that takes the same thing again has another one. */
  holder: string;
  /** Another instant at each renewal: that it changes tells that somebody is there. */
  until: Date;
}

/** How long a lease lasts without renewal, and how often it is renewed, in milliseconds. */
const leaseLength = 10_000;
export const renewEvery = 2_500;

export function newLease(now: Date): Lease {
  return { holder: randomUUID(), until: new Date(now.getTime() + leaseLength) };
}

export function leased({ holder, until }: Lease) {
  return { lease_holder: holder, lease_until: until.toISOString() };
}

/**
 * Renews a lease while its work goes on, so that only what a dead process held is taken over.
 * @returns call it when the work is over
 */
export function keepLease(clock: Clock, renew: (lease: Lease) => Promise<void>, { holder }: Lease) {
  const turn = () => renew({ holder, until: new Date(clock.now().getTime() + leaseLength) });
  // Without renewal the lease runs out, and whoever takes over finds out how it stands.
  const onError = () => {};
  const renewal = repeat({ clock, every: renewEvery, first: renewEvery, turn, onError });
  return () => void renewal.stop();
}

export const unleased = { lease_holder: null, lease_until: null } as const;

/** Nobody holds it up: no trouble that concerns all requests. */
export const sendingIsAllowed = sql<boolean>`not exists (select 1 from circuit_breaker where code is not null)`;

/** Fewer than so many requests are being sent, over all processes. */
export function slotIsFree(concurrency: number) {
  const running = sql`select count(*) from requests where lease_until is not null`;
  return sql<boolean>`(${running}) < ${concurrency}`;
}

/** "FDSK" in ASCII: the advisory lock behind which processes count the free slots one after the other. */
const slotLock = 0x4644534b;

/** On PostgreSQL, makes the taking of slots one after the other until the transaction ends. */
export async function takeTurns(tx: Handle, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(slotLock)})`.execute(tx);
}

/**
 * The same where it is free: whoever can do without does not wait behind all the others.
 * @returns whether it is this one's turn
 */
export async function takeTurnIfFree(tx: Handle, kind: DatabaseKind): Promise<boolean> {
  if (kind === 'sqlite') return true;
  const turn = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(slotLock)}) as got`.execute(tx);
  return turn.rows[0]?.got === true;
}
