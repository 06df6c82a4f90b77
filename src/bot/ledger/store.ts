import type { Database } from '../../database/open.ts';
import { accept } from './accept.ts';
import type { OutgoingMessage } from './message.ts';
import { type NewRequest, type Outcome, type Request, type State, toRequest } from './request.ts';
import type { LedgerTables } from './schema.ts';
import { addMessages, readRequest, step } from './write.ts';

/** Who holds what until when: a replica that dies loses its leases by time. */
export interface Lease {
  holder: string;
  /** Milliseconds. Longer than the longest attempt can take. */
  length: number;
}

/** The ledger's rows. Every method is one transaction: it has happened entirely or not at all. */
export type Store = ReturnType<typeof createStore>;

export function createStore({ db, kind }: Database<LedgerTables>) {
  return {
    /** Writes a request down, unless the same form or the same person is there already. */
    accept: (id: string, request: NewRequest, now: Date) => accept(db, id, request, now),

    /** Takes the next due request under a lease, oldest first; undefined when there is none. */
    async claim(lease: Lease, now: Date): Promise<Request | undefined> {
      const free = (column: 'lease_until') => [column, '<', now.toISOString()] as const;
      const next = db
        .selectFrom('requests')
        .select('id')
        .where('ended_at', 'is', null)
        .where('due_at', '<=', now.toISOString())
        .where((where) => where.or([where('lease_until', 'is', null), where(...free('lease_until'))]))
        .orderBy('due_at')
        .limit(1);
      const row = await db
        .updateTable('requests')
        .set(leased(lease, now))
        .where('id', '=', kind === 'postgres' ? next.forUpdate().skipLocked() : next)
        .where((where) => where.or([where('lease_until', 'is', null), where(...free('lease_until'))]))
        .returningAll()
        .executeTakeFirst();
      return row && toRequest(row);
    },

    /** Writes down that the API is about to hear of it. */
    markSending(id: string, now: Date): Promise<void> {
      return db.transaction().execute(async (tx) => {
        await tx
          .updateTable('requests')
          .set((row) => ({ state: 'sending', attempts: row('attempts', '+', 1) }))
          .where('id', '=', id)
          .execute();
        await step(tx, id, now, 'frontdesk', 'sending');
      });
    },

    /** Puts it off after a failure, and gives the lease back. */
    postpone(
      id: string,
      { state, trouble, until }: { state: State; trouble: string; until: Date },
      now: Date,
    ): Promise<void> {
      return db.transaction().execute(async (tx) => {
        await tx
          .updateTable('requests')
          .set({ state, trouble, due_at: until.toISOString(), lease_holder: null, lease_until: null })
          .$if(state === 'unknown', (query) => query.set({ was_unknown: 1 }))
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .execute();
        await step(tx, id, now, 'frontdesk', 'postponed', { state, trouble, until: until.toISOString() });
      });
    },

    /** Writes the outcome and the messages about it, in one: whoever hears of it hears what is written. */
    end(id: string, outcome: Outcome, messages: readonly OutgoingMessage[], now: Date): Promise<Request> {
      return db.transaction().execute(async (tx) => {
        await tx
          .updateTable('requests')
          .set({
            state: outcome.kind,
            outcome: JSON.stringify(outcome),
            ended_at: now.toISOString(),
            lease_holder: null,
            lease_until: null,
          })
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .execute();
        await step(tx, id, now, 'frontdesk', outcome.kind, outcomeDetail(outcome));
        await addMessages(tx, id, messages, now);
        return readRequest(tx, id);
      });
    },

    /** Makes everything that a crashed process of this database held free at once: for a single process only. */
    async releaseLeases(): Promise<void> {
      const free = { lease_holder: null, lease_until: null };
      await db.updateTable('requests').set(free).where('ended_at', 'is', null).execute();
      await db.updateTable('messages').set(free).where('state', '=', 'pending').execute();
    },

    /** Makes everything that waits due now: after a trouble that held up all of them has gone. */
    async hurry(now: Date): Promise<void> {
      const due = { due_at: now.toISOString() };
      await db.updateTable('requests').set(due).where('ended_at', 'is', null).execute();
    },

    /** The instant at which the next open request is due; undefined when none is open. */
    async nextDue(): Promise<Date | undefined> {
      const row = await db
        .selectFrom('requests')
        .select('due_at')
        .where('ended_at', 'is', null)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      return row && new Date(row.due_at);
    },

    /** One request by its reference. */
    async find(id: string): Promise<Request | undefined> {
      const row = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toRequest(row);
    },

    /** The newest requests, newest first; all of them or one person's. */
    async list(limit: number, requester?: string): Promise<Request[]> {
      const rows = await db
        .selectFrom('requests')
        .selectAll()
        .$if(requester !== undefined, (query) => query.where('requester', '=', requester ?? ''))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },
  };
}

/** What the audit log keeps of an outcome: ids, statuses and names of fields, not the service's sentences. */
function outcomeDetail(outcome: Outcome): object {
  if (outcome.kind !== 'refused') return outcome;
  return { status: outcome.status, fields: Object.keys(outcome.problem) };
}

function leased({ holder, length }: Lease, now: Date) {
  return { lease_holder: holder, lease_until: new Date(now.getTime() + length).toISOString() };
}
