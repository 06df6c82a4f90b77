import { enqueue } from '../outbox/enqueue.ts';
import { complete } from '../requests/complete.ts';
import type { Words } from '../requests/ledger-words.ts';
import type { Request } from '../requests/request.ts';
import { readLocked } from '../requests/request-types.ts';
import type { Decision } from '../requests/review.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { type Handle, step, updateRequest } from '../tables/write.ts';
import { noteDecision } from './decision.ts';
import { createApprovalLookups } from './look-up.ts';

/** The most that people write to each other about one request. */
const mostNotes = 20;

/** What came of something that a person wrote. */
type Written = Decision | { kind: 'tooMany' };

/** Writes down that somebody else has to approve a request, where that is so, and who is asked. */
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
  /** Goes on with what was decided. */
  afterwards: (decision: Promise<Decision>) => Promise<Decision>;
  /** Something was written that Slack must get. */
  onWritten: () => void;
}

/**
 * What people say of a request that somebody else has to approve. Every method is one transaction, and the first one
 * that decides counts; who may say it is for the caller to know. @param by a Slack user id
 */
export function createApprovals(
  database: LedgerDatabase,
  words: Words,
  { now, afterwards, onWritten }: ApprovalOptions,
) {
  const decisions = createDecisions(database, words);
  return {
    ...createApprovalLookups(database, now),
    /** Whoever may approve a request does so, and it is sent. @param by a Slack user id */
    approve: (id: string, by: string) => afterwards(decisions.approve(id, by, now())),
    /** Or declines it, and it ends. @param reason what whoever asked is told @param by a Slack user id */
    decline: (id: string, reason: string, by: string) => afterwards(decisions.decline(id, reason, by, now())),
    /** Nobody decided in time; nothing where it is not that late. */
    lapse: (id: string) => afterwards(decisions.lapse(id, now())),
    /** There is more time to decide: nobody could, say. */
    async giveTime(id: string, until: Date): Promise<void> {
      const open = database.db.updateTable('approvals').set({ lapses_at: until.toISOString() });
      await open.where('request_id', '=', id).where('decision', 'is', null).execute();
    },
    /** Something is asked about a request before it is decided, or answered. @param by a Slack user id */
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
    /** From here on it is sent like any other. */
    approve: (id: string, by: string, now: Date): Promise<Decision> =>
      whileOpen<Decision>(id, async (tx, request) => {
        // Approved before, perhaps, in what a backup does not know of: then it is looked up first.
        const state = request.outcomeUnknownAt === null ? 'pending' : 'outcome_unknown';
        await updateRequest(tx, id, { state, due_at: now.toISOString() });
        await noteDecision(tx, id, 'approved', by);
        await step(tx, id, now, by, 'approved');
        await enqueue(tx, words.approval(request, { kind: 'approved', by }), now);
        return { kind: 'taken', request: { ...request, state } };
      }),

    /** It ends without being sent. @param reason what whoever asked is told */
    decline: (id: string, reason: string, by: string, now: Date): Promise<Decision> =>
      whileOpen<Decision>(id, async (tx, request) => {
        await addNote(tx, { id, by, what: 'declined', text: reason }, now);
        const ended = await end(tx, id, { by, why: 'declined' }, now);
        return { kind: 'taken', request: ended ?? request };
      }),

    /** Nobody decided in time; nothing where it is not that late. */
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

    /** Whoever approves asks whoever submitted it, or is answered. */
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
