import { type Lease, leased, takeTurnIfFree, takeTurns, unleased } from '../delivery/lease.ts';
import { keyUnsent, sentWithKey } from '../delivery/repeats.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { heldRequest, step } from '../tables/write.ts';
import { type Accepted, accept, type Taking } from './accept.ts';
import { unlessBroughtBefore } from './brought-before.ts';
import { claimOldest, nextDue } from './claim.ts';
import { complete, type Ending } from './complete.ts';
import type { Words } from './ledger-words.ts';
import type { NewRequest, Outcome, Question, Request } from './request.ts';

/** How a request is put off. */
interface Postponement {
  state: Extract<Request['state'], 'outcome_unknown' | 'pending'>;
  /** What went wrong, in a word. */
  lastError: string;
  until: Date;
  /** Whether the newest attempt may have had an effect. */
  outcomeUnknown: boolean;
  /** Whether no attempt so far can have had an effect. */
  untouched: boolean;
}

/**
 * The ledger's rows. Every method is one transaction: it has happened entirely or not at all. Whoever lost the lease
 * in the meantime writes nothing.
 */
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

    /** Whether that taking of it still counts. */
    async isHeld(id: string, holder: string): Promise<boolean> {
      const own = db
        .selectFrom('requests')
        .select('id')
        .where('id', '=', id)
        .where('lease_holder', '=', holder);
      return (await own.executeTakeFirst()) !== undefined;
    },

    /** Keeps it for longer. */
    async renew(id: string, lease: Lease): Promise<void> {
      await heldRequest(db, id, lease.holder).set(leased(lease)).execute();
    },

    /**
     * Writes down that the API is about to hear of it once more.
     * @param promisedBy see `Promised` @returns whether the lease still holds
     */
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

    /** Puts it off after a failure, and gives the lease back. */
    postpone(id: string, holder: string, postponement: Postponement, now: Date): Promise<void> {
      const { state, lastError, outcomeUnknown, untouched } = postponement;
      const until = postponement.until.toISOString();
      return transact(async (tx) => {
        const { numUpdatedRows } = await heldRequest(tx, id, holder)
          .set({ state, last_error: lastError, due_at: until, ...unleased })
          .$if(outcomeUnknown, (query) => query.set({ outcome_unknown_at: now.toISOString() }))
          // As if nothing had been sent so far.
          .$if(untouched, (query) => query.set({ ...keyUnsent, baseline: null }))
          .executeTakeFirst();
        const detail = { state, error: lastError, until };
        if (numUpdatedRows === 1n) await step(tx, id, now, 'frontdesk', 'postponed', detail);
      });
    },

    /**
     * Writes the outcome and the messages about it, and takes the next request for the slot that is free now: one
     * commit for both.
     * @param next absent when nothing is to be taken
     * @returns no `ended` when somebody else holds it; `next` was taken to be sent
     */
    end(id: string, ending: Required<Omit<Ending, 'by'>>, now: Date, next?: Taking) {
      return transact(async (tx) => {
        const ended = await complete(tx, id, { ...ending, by: 'frontdesk' }, written, now);
        const isTurn = next !== undefined && (await takeTurnIfFree(tx, kind));
        return { ended, next: isTurn ? await claimOldest(tx, next, now, database) : undefined };
      });
    },

    /** Whether this is how it would end: no other request has brought the same already. */
    async isNews(request: Request, outcome: Outcome, service: string | null): Promise<boolean> {
      return (await unlessBroughtBefore(db, types, request, { outcome, service })) === outcome;
    },

    /** It could not be found out: from here on it waits for a person, who is asked. */
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

    /** Makes everything that a crashed process of this database held free at once: for a single process only. */
    async releaseLeases(): Promise<void> {
      await db.updateTable('requests').set(unleased).where('lease_until', 'is not', null).execute();
      await db.updateTable('messages').set(unleased).where('lease_until', 'is not', null).execute();
    },

    /**
     * Notes that the form's window is about to say that it waits, so that whoever ends it shows the outcome there.
     * @returns the request as it stands: when it has ended meanwhile, the window can say so at once
     */
    awaitView(id: string): Promise<Request> {
      return transact(async (tx) => {
        const own = tx.updateTable('requests').where('id', '=', id).where('ended_at', 'is', null);
        await own.set({ awaits_view: 1 }).execute();
        return types.mustRead(
          await tx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        );
      });
    },

    /** The form shows the refusal: the message about it, which waited for that, is not needed. */
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
