import { countRows, findRow } from '../../database/table.ts';
import { enqueue, keyOf } from './outbox/message.ts';
import { noteDecision } from './requests/complete.ts';
import type { Request } from './requests/request.ts';
import { type Decision, decideOn, endBy } from './requests/review.ts';
import { readAll } from './requests/set-aside.ts';
import type { LedgerDatabase, Tx } from './tables/ledger-database.ts';
import type { ApprovalNoteRow } from './tables/schema.ts';
import { step, updateRequest } from './tables/sql.ts';

/** Upper bound of notes (questions, answers, refusals) per request. */
const mostNotes = 20;

/** Limit of undecided requests per reading. */
const atOnce = 200;

type NewNote = Pick<ApprovalNoteRow, 'what' | 'text'> & { by: string };

/** Stores that a request needs approval, if `until` is set, and enqueues the message to its approvers. */
export async function wantApproval(tx: Tx, request: Request, until: Date | undefined): Promise<void> {
  if (!until) return;
  const row = { request_id: request.id, lapses_at: until.toISOString() };
  await tx.db.insertInto('approvals').values(row).execute();
  await step(tx, request.id, 'frontdesk', 'approval wanted', { until: row.lapses_at });
  await enqueue(tx, tx.words.approval(request, { kind: 'wanted' }));
}

interface ApprovalOptions {
  afterwards: (decision: Promise<Decision>) => Promise<Decision>;
  onWritten: () => void;
}

/**
 * Each method is one transaction, and the first decision counts. Callers must check that `by` (a Slack user
 * id) may decide.
 */
export function createApprovals(database: LedgerDatabase, { afterwards, onWritten }: ApprovalOptions) {
  const { db } = database;

  function whileOpen<Said>(id: string, say: (tx: Tx, request: Request) => Promise<Said>) {
    return decideOn<Said | Decision>(database, id, async (tx, request) => {
      return request.state === 'awaiting_approval' ? say(tx, request) : { kind: 'over', request };
    });
  }

  return {
    approve: (id: string, by: string) => afterwards(whileOpen(id, (tx, request) => approve(tx, request, by))),
    decline: (id: string, reason: string, by: string) =>
      afterwards(
        whileOpen(id, async (tx, request) => {
          await addNote(tx, id, { by, what: 'declined', text: reason });
          return endBy(tx, request, { outcome: { kind: 'cancelled', by, why: 'declined' }, by });
        }),
      ),
    /** Ends a request that wasn't decided in time. Has no effect before the deadline. */
    lapse: (id: string) => afterwards(whileOpen(id, lapse)),
    /** Extends the deadline of an undecided request, e.g. when nobody could decide. */
    async giveTime(id: string, until: Date): Promise<void> {
      const open = db.updateTable('approvals').set({ lapses_at: until.toISOString() });
      await open.where('request_id', '=', id).where('decision', 'is', null).execute();
    },
    /** Stores a question about an undecided request, or the answer to one. @param by a Slack user id */
    async writeAbout(id: string, said: { what: 'asked' | 'answered'; text: string }, by: string) {
      const became = await whileOpen(id, (tx, request) => write(tx, request, { ...said, by }));
      onWritten();
      return became;
    },

    /** Undefined if no approval was needed, or if the details were deleted. */
    async approvalOf(id: string) {
      const row = await findRow(db, 'approvals', { request_id: id });
      if (!row) return undefined;
      const notes = await db
        .selectFrom('approval_notes')
        .select(['id', 'what', 'actor as by', 'text'])
        .where('request_id', '=', id)
        .orderBy('id')
        .execute();
      const { decision: what, decided_by: by } = row;
      return {
        lapsesAt: new Date(row.lapses_at),
        /** The decision, by a Slack user id or `frontdesk`; undefined while open. */
        decided: what === null ? undefined : { what, by: by ?? '' },
        notes,
        /** Whether the requester has a question to answer. */
        awaitsAnswer: what === null && notes.at(-1)?.what === 'asked',
      };
    },

    /** When the message with this purpose was stored; undefined if there is none. */
    async writtenAt(id: string, purpose: string): Promise<Date | undefined> {
      const row = await findRow(db, 'messages', { key: keyOf(id, purpose) });
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
      const requests = await readAll(database, rows);
      const lapses = new Map(rows.map(({ id, lapses_at }) => [id, lapses_at]));
      return requests.map((request) => ({ request, lapsesAt: new Date(lapses.get(request.id) ?? 0) }));
    },
  };
}

async function approve(tx: Tx, request: Request, by: string): Promise<Decision> {
  const { id } = request;
  // After a restore from a backup it may have been approved and sent before, so it's looked up first.
  const state = request.outcomeUnknownAt === null ? 'pending' : 'outcome_unknown';
  await updateRequest(tx, id, { state, due_at: tx.now.toISOString() });
  await noteDecision(tx, id, 'approved', by);
  await step(tx, id, by, 'approved');
  await enqueue(tx, tx.words.approval(request, { kind: 'approved', by, at: tx.now }));
  return { kind: 'taken', request: { ...request, state } };
}

async function lapse(tx: Tx, request: Request): Promise<Decision> {
  const row = await findRow(tx.db, 'approvals', { request_id: request.id });
  if (!row || row.lapses_at > tx.now.toISOString()) return { kind: 'over', request };
  const by = 'frontdesk';
  return endBy(tx, request, { outcome: { kind: 'cancelled', by, why: 'lapsed' }, by });
}

async function write(
  tx: Tx,
  request: Request,
  said: { what: 'asked' | 'answered'; text: string; by: string },
): Promise<Decision | { kind: 'tooMany' }> {
  const { id } = request;
  const { what, by } = said;
  const count = await countRows(tx.db.selectFrom('approval_notes').where('request_id', '=', id));
  if (count >= mostNotes) return { kind: 'tooMany' };
  const note = await addNote(tx, id, said);
  await step(tx, id, by, what === 'asked' ? 'asked back' : 'answered back');
  const to = await lastAsker(tx, id);
  const news = what === 'asked' ? { kind: what, note } : { kind: what, note, to };
  await enqueue(tx, tx.words.approval(request, news));
  return { kind: 'taken', request };
}

async function lastAsker({ db }: Tx, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('approval_notes')
    .select('actor')
    .where('request_id', '=', id)
    .where('what', '=', 'asked')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.actor;
}

async function addNote({ db, now }: Tx, id: string, { by, ...note }: NewNote) {
  const row = { request_id: id, at: now.toISOString(), actor: by, ...note };
  const added = await db.insertInto('approval_notes').values(row).returning('id').executeTakeFirstOrThrow();
  return added.id;
}

export type Approval = NonNullable<Awaited<ReturnType<ReturnType<typeof createApprovals>['approvalOf']>>>;
