import { z } from 'zod';
import { enqueue } from './outbox/enqueue.ts';
import { complete, noteDecision } from './requests/complete.ts';
import type { Words } from './requests/ledger-words.ts';
import type { Request } from './requests/request.ts';
import { readLocked } from './requests/request-type.ts';
import type { Decision } from './requests/review.ts';
import { createReading } from './requests/set-aside.ts';
import type { LedgerDatabase } from './tables/ledger-database.ts';
import { type Handle, step, updateRequest } from './tables/write.ts';

/** Upper bound of notes (questions, answers, refusals) per request. */
const mostNotes = 20;

type Written = Decision | { kind: 'tooMany' };

/** Stores that a request needs approval, if `until` is set, and enqueues the message to its approvers. */
export async function wantApproval(
  tx: Handle,
  { request, until, words }: { request: Request; until: Date | undefined; words: Pick<Words, 'approval'> },
  now: Date,
): Promise<void> {
  if (!until) return;
  const row = { request_id: request.id, lapses_at: until.toISOString() };
  await tx.insertInto('approvals').values(row).execute();
  await step(tx, request.id, now, 'frontdesk', 'approval wanted', { until: row.lapses_at });
  await enqueue(tx, words.approval(request, { kind: 'wanted' }), now);
}

interface ApprovalOptions {
  now: () => Date;
  afterwards: (decision: Promise<Decision>) => Promise<Decision>;
  onWritten: () => void;
}

/**
 * Each method is one transaction, and the first decision counts. Callers must check that `by` (a Slack user
 * id) may decide.
 */
export function createApprovals(
  database: LedgerDatabase,
  words: Words,
  { now, afterwards, onWritten }: ApprovalOptions,
) {
  const decisions = createDecisions(database, words);
  return {
    ...createApprovalLookups(database, now),
    approve: (id: string, by: string) => afterwards(decisions.approve(id, by, now())),
    decline: (id: string, reason: string, by: string) => afterwards(decisions.decline(id, reason, by, now())),
    /** Ends a request that wasn't decided in time. Has no effect before the deadline. */
    lapse: (id: string) => afterwards(decisions.lapse(id, now())),
    /** Extends the deadline of an undecided request, e.g. when nobody could decide. */
    async giveTime(id: string, until: Date): Promise<void> {
      const open = database.db.updateTable('approvals').set({ lapses_at: until.toISOString() });
      await open.where('request_id', '=', id).where('decision', 'is', null).execute();
    },
    /** Stores a question about an undecided request, or the answer to one. @param by a Slack user id */
    async writeAbout(id: string, said: { what: 'asked' | 'answered'; text: string }, by: string) {
      const became = await decisions.write(id, said, by, now());
      onWritten();
      return became;
    },
  };
}

function createDecisions({ transact, types, today }: LedgerDatabase, words: Words) {
  const written = { words, types, today };

  function whileOpen<Said>(
    id: string,
    say: (tx: Handle, request: Request) => Promise<Said>,
  ): Promise<Said | Decision> {
    return transact<Said | Decision>(async (tx) => {
      const request = await readLocked(tx, types, id);
      if (!request) return { kind: 'gone' };
      return request.state === 'awaiting_approval' ? say(tx, request) : { kind: 'over', request };
    });
  }

  async function end(tx: Handle, id: string, ending: { by: string; why: 'declined' | 'lapsed' }, now: Date) {
    const outcome = { kind: 'cancelled', ...ending } as const;
    return complete(tx, id, { outcome, by: ending.by, service: null }, written, now);
  }

  return {
    approve: (id: string, by: string, now: Date): Promise<Decision> =>
      whileOpen<Decision>(id, async (tx, request) => {
        // After a restore from a backup it may have been approved and sent before, so it's looked up first.
        const state = request.outcomeUnknownAt === null ? 'pending' : 'outcome_unknown';
        await updateRequest(tx, id, { state, due_at: now.toISOString() });
        await noteDecision(tx, id, 'approved', by);
        await step(tx, id, now, by, 'approved');
        await enqueue(tx, words.approval(request, { kind: 'approved', by }), now);
        return { kind: 'taken', request: { ...request, state } };
      }),

    decline: (id: string, reason: string, by: string, now: Date): Promise<Decision> =>
      whileOpen<Decision>(id, async (tx, request) => {
        await addNote(tx, { id, by, what: 'declined', text: reason }, now);
        const ended = await end(tx, id, { by, why: 'declined' }, now);
        return { kind: 'taken', request: ended ?? request };
      }),

    lapse: (id: string, now: Date): Promise<Decision> =>
      whileOpen<Decision>(id, async (tx, request) => {
        const row = await tx
          .selectFrom('approvals')
          .select('lapses_at')
          .where('request_id', '=', id)
          .executeTakeFirst();
        if (!row || row.lapses_at > now.toISOString()) return { kind: 'over', request };
        const ended = await end(tx, id, { by: 'frontdesk', why: 'lapsed' }, now);
        return { kind: 'taken', request: ended ?? request };
      }),

    write: (
      id: string,
      { what, text }: { what: 'asked' | 'answered'; text: string },
      by: string,
      now: Date,
    ): Promise<Written> =>
      whileOpen<Written>(id, async (tx, request) => {
        const { count } = await tx
          .selectFrom('approval_notes')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .where('request_id', '=', id)
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostNotes) return { kind: 'tooMany' };
        const note = await addNote(tx, { id, by, what, text }, now);
        await step(tx, id, now, by, what === 'asked' ? 'asked back' : 'answered back');
        const to = await lastAsker(tx, id);
        const news = what === 'asked' ? { kind: what, note } : { kind: what, note, to };
        await enqueue(tx, words.approval(request, news), now);
        return { kind: 'taken', request };
      }),
  };
}

async function lastAsker(tx: Handle, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('approval_notes')
    .select('actor')
    .where('request_id', '=', id)
    .where('what', '=', 'asked')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.actor;
}

interface NewNote {
  id: string;
  by: string;
  what: 'asked' | 'answered' | 'declined';
  text: string;
}

async function addNote(tx: Handle, { id, by, what, text }: NewNote, now: Date): Promise<number> {
  const row = { request_id: id, at: now.toISOString(), actor: by, what, text };
  const added = await tx.insertInto('approval_notes').values(row).returning('id').executeTakeFirstOrThrow();
  return added.id;
}

const Decided = z.enum(['approved', 'declined', 'lapsed', 'cancelled']);

interface ApprovalNote {
  id: number;
  what: 'asked' | 'answered' | 'declined';
  by: string;
  text: string;
}

export interface Approval {
  lapsesAt: Date;
  /** The decision, by a Slack user id or `frontdesk`; undefined while open. */
  decided: { what: z.infer<typeof Decided>; by: string } | undefined;
  notes: readonly ApprovalNote[];
}

const atOnce = 200;

function createApprovalLookups(database: LedgerDatabase, now: () => Date) {
  const { db } = database;
  const readAll = createReading(database);
  return {
    /** Undefined if no approval was needed, or if the details were deleted. */
    async approvalOf(id: string): Promise<Approval | undefined> {
      const row = await db
        .selectFrom('approvals')
        .selectAll()
        .where('request_id', '=', id)
        .executeTakeFirst();
      if (!row) return undefined;
      const notes = await db
        .selectFrom('approval_notes')
        .select(['id', 'what', 'actor as by', 'text'])
        .where('request_id', '=', id)
        .orderBy('id')
        .execute();
      const what = Decided.safeParse(row.decision).data;
      return {
        lapsesAt: new Date(row.lapses_at),
        decided: what && { what, by: row.decided_by ?? '' },
        notes: notes.map((note) => ({ ...note, what: wordOf(note.what) })),
      };
    },

    /** When the message with this purpose was stored; undefined if there is none. */
    async writtenAt(id: string, purpose: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('messages')
        .select('created_at')
        .where('key', '=', `${id}:${purpose}`)
        .executeTakeFirst();
      return row && new Date(row.created_at);
    },

    async awaitingApproval(): Promise<{ request: Request; lapsesAt: Date }[]> {
      const rows = await db
        .selectFrom('approvals')
        .innerJoin('requests', 'requests.id', 'approvals.request_id')
        .selectAll('requests')
        .select('approvals.lapses_at')
        .where('approvals.decision', 'is', null)
        .where('requests.set_aside_at', 'is', null)
        .orderBy('approvals.lapses_at')
        .limit(atOnce)
        .execute();
      const requests = await readAll(rows, now());
      const lapses = new Map(rows.map(({ id, lapses_at }) => [id, new Date(lapses_at)]));
      return requests.map((request) => ({ request, lapsesAt: lapses.get(request.id) ?? now() }));
    },
  };
}

function wordOf(what: string): ApprovalNote['what'] {
  return what === 'answered' || what === 'declined' ? what : 'asked';
}
