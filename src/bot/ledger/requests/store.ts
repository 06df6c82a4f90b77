import { sql } from 'kysely';
import {
  type Lease,
  leased,
  sendingIsAllowed,
  slotIsFree,
  takeTurnIfFree,
  takeTurns,
  unleased,
} from '../delivery/lease.ts';
import { keyUnsent, sentWithKey } from '../delivery/repeats.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { type Handle, heldRequest, step } from '../tables/write.ts';
import { type Accepted, accept, type Taking } from './accept.ts';
import { complete, type Ending, unlessBroughtBefore } from './complete.ts';
import type { Words } from './ledger-words.ts';
import type { NewRequest, Outcome, Question, Request } from './request.ts';

interface Postponement {
  state: Extract<Request['state'], 'outcome_unknown' | 'pending'>;
  lastError: string;
  until: Date;
  outcomeUnknown: boolean;
  /** Whether no attempt so far can have had an effect. */
  untouched: boolean;
}

export type Store = ReturnType<typeof createStore>;

export function createStore(database: LedgerDatabase, words: Words) {
  const { db, kind, transact, types, today } = database;
  const written = { words, types, today };
  return {
    accept: (id: string, request: NewRequest, now: Date, taking?: Taking): Promise<Accepted> =>
      accept(database, id, request, now, { taking, words }),
    nextDue: () => nextDue(database),

    claim(taking: Taking, now: Date): Promise<Request | undefined> {
      return transact(async (tx) => {
        await takeTurns(tx, kind);
        return claimOldest(tx, taking, now, database);
      });
    },

    async isHeld(id: string, holder: string): Promise<boolean> {
      const own = db
        .selectFrom('requests')
        .select('id')
        .where('id', '=', id)
        .where('lease_holder', '=', holder);
      return (await own.executeTakeFirst()) !== undefined;
    },

    async renew(id: string, lease: Lease): Promise<void> {
      await heldRequest(db, id, lease.holder).set(leased(lease)).execute();
    },

    /** Returns false if the lease was lost. */
    markSending(id: string, holder: string, promisedBy: string, now: Date): Promise<boolean> {
      return transact(async (tx) => {
        const { numUpdatedRows } = await heldRequest(tx, id, holder)
          .set((row) => ({ state: 'delivering', attempts: row('attempts', '+', 1) }))
          .set(sentWithKey(promisedBy, now))
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await step(tx, id, now, 'frontdesk', 'delivering');
        return numUpdatedRows === 1n;
      });
    },

    postpone(id: string, holder: string, postponement: Postponement, now: Date): Promise<void> {
      const { state, lastError, outcomeUnknown, untouched } = postponement;
      const until = postponement.until.toISOString();
      return transact(async (tx) => {
        const { numUpdatedRows } = await heldRequest(tx, id, holder)
          .set({ state, last_error: lastError, due_at: until, ...unleased })
          .$if(outcomeUnknown, (query) => query.set({ outcome_unknown_at: now.toISOString() }))
          .$if(untouched, (query) => query.set({ ...keyUnsent, baseline: null }))
          .executeTakeFirst();
        const detail = { state, error: lastError, until };
        if (numUpdatedRows === 1n) await step(tx, id, now, 'frontdesk', 'postponed', detail);
      });
    },

    /**
     * Stores the outcome and its messages, and claims the next request for the free slot, in a single commit.
     * Without the lease nothing ends.
     */
    end(id: string, ending: Required<Omit<Ending, 'by'>>, now: Date, next?: Taking) {
      return transact(async (tx) => {
        const ended = await complete(tx, id, { ...ending, by: 'frontdesk' }, written, now);
        const isTurn = next !== undefined && (await takeTurnIfFree(tx, kind));
        return { ended, next: isTurn ? await claimOldest(tx, next, now, database) : undefined };
      });
    },

    /** Whether no other request has already brought this outcome. */
    async isNews(request: Request, outcome: Outcome, service: string | null): Promise<boolean> {
      return (await unlessBroughtBefore(db, types, request, { outcome, service })) === outcome;
    },

    undecide(id: string, holder: string, question: Question, now: Date): Promise<void> {
      return transact(async (tx) => {
        const row = await heldRequest(tx, id, holder)
          .set({ state: 'needs_review', question: JSON.stringify(question), ...unleased })
          .returningAll()
          .executeTakeFirst();
        if (!row) return;
        await step(tx, id, now, 'frontdesk', 'needs_review', { question: question.kind });
        await enqueue(tx, words.undecided(types.mustRead(row)), now);
      });
    },

    /** Frees the leases of a crashed process. Only valid if no other process uses the database. */
    async releaseLeases(): Promise<void> {
      await db.updateTable('requests').set(unleased).where('lease_until', 'is not', null).execute();
      await db.updateTable('messages').set(unleased).where('lease_until', 'is not', null).execute();
    },

    /** So that the outcome is shown in the form. The returned request may have ended in the meantime. */
    awaitView(id: string): Promise<Request> {
      return transact(async (tx) => {
        const own = tx.updateTable('requests').where('id', '=', id).where('ended_at', 'is', null);
        await own.set({ awaits_view: 1 }).execute();
        return types.mustRead(
          await tx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        );
      });
    },

    async shownInForm(id: string): Promise<void> {
      await db
        .updateTable('messages')
        .set({ state: 'dropped' })
        .where('request_id', '=', id)
        .where('purpose', '=', 'requester')
        .where('state', '=', 'pending')
        .execute();
    },
  };
}

/**
 * Claims the oldest due request under a lease if a slot is free and sending isn't paused; call `takeTurns` first. A
 * waiting request is marked as being sent in this transaction, before the API gets it. If another process was sending
 * it and lost its lease, its outcome is marked as unknown.
 */
async function claimOldest(
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

async function nextDue({ db }: LedgerDatabase): Promise<Date | undefined> {
  const row = await waiting(db)
    .select((eb) => eb.fn.min('due_at').as('instant'))
    .executeTakeFirst();
  return row?.instant ? new Date(row.instant) : undefined;
}
