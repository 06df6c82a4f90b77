import { sql } from 'kysely';
import { leased, sendingIsAllowed, slotIsFree } from '../delivery/lease.ts';
import { sentWithKey } from '../delivery/repeats.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { type Handle, step } from '../tables/write.ts';
import type { Taking } from './accept.ts';
import type { Request } from './request.ts';

/**
 * Claims the oldest due request under a lease if a slot is free and sending isn't paused; call `takeTurns` first. A
 * waiting request is marked as being sent in this transaction, before the API gets it. If another process was sending
 * it and lost its lease, its outcome is marked as unknown.
 */
export async function claimOldest(
  tx: Handle,
  taking: Taking,
  now: Date,
  database: LedgerDatabase,
): Promise<Request | undefined> {
  const before = await oldestReadable(tx, taking, now, database);
  if (!before) return undefined;
  const row = await tx
    .updateTable('requests')
    .set(leased(taking.lease))
    .set(before.state === 'pending' ? delivering(before, taking, now) : outcomeUnknown(before.state, now))
    .where('id', '=', before.id)
    // On PostgreSQL it may have ended or been postponed since the select.
    .where('state', '=', before.state)
    .where('ended_at', 'is', null)
    .where('lease_until', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  if (before.state === 'pending') await step(tx, row.id, now, 'frontdesk', 'delivering');
  else if (before.state === 'delivering') await step(tx, row.id, now, 'frontdesk', 'taken over');
  return database.types.mustRead(row);
}

const mostAside = 20;

async function oldestReadable(tx: Handle, taking: Taking, now: Date, { types, setAside }: LedgerDatabase) {
  for (let aside = 0; aside < mostAside; aside += 1) {
    const row = await oldestDue(tx, taking, now);
    if (!row || types.read(row)) return row;
    await setAside(tx, row.id, now);
  }
  return undefined;
}

/** Repeated attempts keep the baseline from before the first attempt that may have arrived. */
function delivering(before: RequestRow, { baseline, promised }: Taking, now: Date) {
  return {
    state: 'delivering',
    attempts: sql<number>`attempts + 1`,
    baseline: sql<number>`coalesce(baseline, ${baseline})`,
    ...sentWithKey(promised({ kind: before.kind, idempotencyKey: before.idempotency_key }), now),
  };
}

function outcomeUnknown(state: string, now: Date) {
  return state === 'delivering' ? { state: 'outcome_unknown', outcome_unknown_at: now.toISOString() } : {};
}

/** Open requests without a lease that may be sent, due or not. */
function waiting(handle: Handle) {
  return handle
    .selectFrom('requests')
    .where('ended_at', 'is', null)
    .where('set_aside_at', 'is', null)
    .where('state', 'not in', ['needs_review', 'awaiting_approval'])
    .where('lease_until', 'is', null)
    .where(sendingIsAllowed);
}

function oldestDue(tx: Handle, { concurrency }: Taking, now: Date) {
  return waiting(tx)
    .selectAll()
    .where('due_at', '<=', now.toISOString())
    .where(slotIsFree(concurrency))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** When the next unleased request is due; undefined if there is none. */
export async function nextDue({ db }: LedgerDatabase): Promise<Date | undefined> {
  const row = await waiting(db)
    .select((eb) => eb.fn.min('due_at').as('instant'))
    .executeTakeFirst();
  return row?.instant ? new Date(row.instant) : undefined;
}
