import { sql } from 'kysely';
import { keyUnsent, type Promised, sentWithKey } from '../delivery/attempt.ts';
import { enqueue } from '../outbox/message.ts';
import {
  isWaiting,
  type Lease,
  leased,
  leasedTables,
  sendingIsAllowed,
  slotIsFree,
  takeTurnIfFree,
  takeTurns,
  unleased,
} from '../queue.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { type Handle, heldRequest, step } from '../tables/sql.ts';
import { accept } from './accept.ts';
import { complete, dropForRequester, type Ending, shownInForm } from './complete.ts';
import type { NewRequest, Question, Request } from './request.ts';
import { setAside } from './set-aside.ts';

interface Postponement {
  state: Extract<Request['state'], 'outcome_unknown' | 'pending'>;
  lastError: string;
  until: Date;
  outcomeUnknown: boolean;
  /** Whether no attempt so far can have had an effect. */
  untouched: boolean;
}

/** Facts to store with the claim of a request. */
export interface Taking {
  lease: Lease;
  /** See `Destination`. */
  baseline: number;
  promised: Promised;
}

export type Store = ReturnType<typeof createStore>;

export function createStore(database: LedgerDatabase) {
  const { db, transact, types } = database;
  return {
    /** Stores a request, and claims the next one in the same commit: this one, unless others wait. */
    accept: (id: string, request: NewRequest, taking?: Taking) =>
      transact(async (tx) => {
        const accepted = await accept(tx, id, request);
        return { accepted, next: accepted.kind === 'accepted' ? await claimNext(tx, taking) : undefined };
      }),

    async nextDue(): Promise<Date | undefined> {
      const due = waiting(db).select((eb) => eb.fn.min('due_at').as('instant'));
      const instant = (await due.executeTakeFirst())?.instant;
      return instant ? new Date(instant) : undefined;
    },

    claim: (taking: Taking): Promise<Request | undefined> =>
      transact(async (tx) => {
        await takeTurns(tx);
        return claimOldest(tx, taking);
      }),

    /** The request that was claimed under a lease, if the commit of the claim wasn't answered. */
    async claimed({ holder }: Lease): Promise<Request | undefined> {
      const held = db.selectFrom('requests').selectAll().where('lease_until', 'is not', null);
      return types.read(await held.where('lease_holder', '=', holder).executeTakeFirst());
    },

    /** Returns false if the lease was lost. */
    markSending: (id: string, { holder }: Lease, promisedBy: string): Promise<boolean> =>
      transact(async (tx) => {
        const { numUpdatedRows } = await heldRequest(tx.db, id, holder)
          .set((row) => ({ state: 'delivering', attempts: row('attempts', '+', 1) }))
          .set(sentWithKey(promisedBy, tx.now))
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await step(tx, id, 'frontdesk', 'delivering');
        return numUpdatedRows === 1n;
      }),

    postpone: (id: string, { holder }: Lease, postponement: Postponement): Promise<void> =>
      transact(async (tx) => {
        const { state, lastError, outcomeUnknown, untouched } = postponement;
        const until = postponement.until.toISOString();
        const { numUpdatedRows } = await heldRequest(tx.db, id, holder)
          .set({ state, last_error: lastError, due_at: until, ...unleased })
          .$if(outcomeUnknown, (query) => query.set({ outcome_unknown_at: tx.now.toISOString() }))
          .$if(untouched, (query) => query.set({ ...keyUnsent, baseline: null }))
          .executeTakeFirst();
        const detail = { state, error: lastError, until };
        if (numUpdatedRows === 1n) await step(tx, id, 'frontdesk', 'postponed', detail);
      }),

    /**
     * Stores the outcome and its messages, and claims the next request for the free slot, in a single commit.
     * Without the lease nothing ends.
     */
    end: (id: string, ending: Omit<Ending, 'by'> & { holder: string }, next?: Taking) =>
      transact(async (tx) => {
        const ended = await complete(tx, id, { ...ending, by: 'frontdesk' });
        return { ended, next: await claimNext(tx, next) };
      }),

    needReview: (id: string, { holder }: Lease, question: Question): Promise<void> =>
      transact(async (tx) => {
        const row = await heldRequest(tx.db, id, holder)
          .set({ state: 'needs_review', question: JSON.stringify(question), ...unleased })
          .returningAll()
          .executeTakeFirst();
        if (!row) return;
        await step(tx, id, 'frontdesk', 'needs_review', { question: question.kind });
        await enqueue(tx, tx.words.undecided(types.mustRead(row)));
      }),

    /** Frees the leases of a crashed process. Only valid if no other process uses the database. */
    async releaseLeases(): Promise<void> {
      for (const table of leasedTables)
        await db.updateTable(table).set(unleased).where('lease_until', 'is not', null).execute();
    },

    /** So that the outcome is shown in the form. The returned request may have ended in the meantime. */
    awaitView: (id: string): Promise<Request> =>
      transact(async ({ db: tx }) => {
        const own = tx.updateTable('requests').where('id', '=', id).where('ended_at', 'is', null);
        await own.set({ awaits_view: 1 }).execute();
        return types.mustRead(
          await tx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        );
      }),

    /**
     * The requester needs no message about an outcome that their form shows, unless somebody couldn't be told, or another
     * answer to the form has promised a message.
     */
    shownInForm: (id: string): Promise<void> =>
      transact(async ({ db: tx }) => {
        const own = tx.updateTable('requests').set({ awaits_view: shownInForm }).where('id', '=', id);
        const row = await own.where('awaits_view', '<>', 1).returningAll().executeTakeFirst();
        if (row && !types.read(row)?.context.unreached?.length) await dropForRequester(tx, id);
      }),
  };
}

/** Claims nothing while another process does: this transaction must not wait. */
async function claimNext(tx: Tx, taking: Taking | undefined): Promise<Request | undefined> {
  return taking && (await takeTurnIfFree(tx)) ? claimOldest(tx, taking) : undefined;
}

/**
 * Claims the oldest due request under a lease if a slot is free and sending isn't paused; call `takeTurns` first. A
 * waiting request is marked as being sent in this transaction, before the API gets it. If another process was sending
 * it and lost its lease, its outcome is marked as unknown.
 */
async function claimOldest(tx: Tx, taking: Taking): Promise<Request | undefined> {
  const before = await oldestReadable(tx);
  if (!before) return undefined;
  const row = await tx.db
    .updateTable('requests')
    .set(leased(taking.lease))
    .$if(before.state === 'pending', (query) => query.set(delivering(before, taking, tx.now)))
    .$if(before.state === 'delivering', (query) => query.set(outcomeUnknown(tx)))
    .where('id', '=', before.id)
    // On PostgreSQL it may have ended or been postponed since the select.
    .where('state', '=', before.state)
    .where(isWaiting)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  if (before.state === 'pending') await step(tx, row.id, 'frontdesk', 'delivering');
  else if (before.state === 'delivering') await step(tx, row.id, 'frontdesk', 'taken over');
  return tx.types.mustRead(row);
}

const mostAside = 20;

async function oldestReadable(tx: Tx): Promise<RequestRow | undefined> {
  for (let aside = 0; aside < mostAside; aside += 1) {
    const row = await waiting(tx.db)
      .selectAll()
      .where('due_at', '<=', tx.now.toISOString())
      .where(slotIsFree)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row || tx.types.read(row)) return row;
    await setAside(tx, row.id);
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

function outcomeUnknown({ now }: Tx) {
  return { state: 'outcome_unknown', outcome_unknown_at: now.toISOString() };
}

function waiting(db: Handle) {
  return db.selectFrom('requests').where(isWaiting).where(sendingIsAllowed);
}
