import { wantApproval } from '../approvals.ts';
import { newKey } from '../delivery/attempt.ts';
import { newestDone, noteName } from '../lists/found-by.ts';
import type { Tx } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { isOpen, stands, step, updateRequest } from '../tables/sql.ts';
import { complete, shownInForm, whoBroughtIt } from './complete.ts';
import { type NewRequest, type Request, readLocked } from './request.ts';
import { setAside } from './set-aside.ts';

export type Accepted =
  | { kind: 'accepted'; request: Request }
  /** Form submitted before; `request` is the earlier one. */
  | { kind: 'repeated'; request: Request }
  | { kind: 'alreadyOpen'; request: Request }
  /** Another request about the same person was completed that the requester didn't know of. */
  | { kind: 'alreadyDone'; request: Request }
  /** An earlier request is in conflict but can't be read. */
  | { kind: 'setAside'; id: string };

/**
 * Stores a request unless the form was submitted before or the person has an open request. Unique indexes
 * decide across replicas.
 */
export async function accept(tx: Tx, id: string, request: NewRequest): Promise<Accepted> {
  if (request.proposal !== undefined) return takeProposal(tx, request.proposal, request);
  const { db, types } = tx;
  const { kind, changes } = request;
  const type = types.of(kind);
  const subject = type.subject(request.payload);
  const row = await db
    .insertInto('requests')
    .values(rowOf(tx, id, request))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    const conflict = await findConflict(tx, request);
    if (!conflict) throw new Error('A request was in the way and is gone: hand it in again.');
    return conflict;
  }
  // Looked up after the insert: now no other request about the person can be submitted and completed.
  const earlier = changes === undefined ? undefined : await newestDone(tx, kind, subject);
  if (earlier && changes !== earlier.id) {
    await db.deleteFrom('requests').where('id', '=', id).execute();
    return { kind: 'alreadyDone', request: earlier };
  }
  if (earlier) await updateRequest(tx, id, { revision: earlier.revision + 1 });
  await noteAccepted(tx, id, request, earlier && { changes: earlier.id });
  const written = types.mustRead(row);
  await wantApproval(tx, written, request.approval?.until);
  return { kind: 'accepted', request: written };
}

async function noteAccepted(tx: Tx, id: string, request: NewRequest, detail?: object): Promise<void> {
  const own = tx.types.of(request.kind).auditDetail?.(request);
  await noteName(tx, request.context.personName, id);
  await step(tx, id, request.requester, 'accepted', own || detail ? { ...own, ...detail } : undefined);
}

/**
 * Turns a proposal into a request, also one that was declined. If the person is in the service already, it is done.
 * The outcome isn't confirmed then: the source is the only witness.
 */
async function takeProposal(tx: Tx, id: string, request: NewRequest): Promise<Accepted> {
  const proposal = await readLocked(tx, id);
  if (!proposal) throw new Error('The proposal is gone.');
  const conflict = await findConflict(tx, request);
  if (conflict) return conflict;
  if (proposal.state !== 'proposed') return { kind: 'alreadyDone', request: proposal };
  const { resultId, service } = proposal;
  const outcome = { kind: 'done', resultId, confirmed: false } as const;
  const entered = rowOf(tx, id, request);
  const brought = resultId === null ? undefined : await whoBroughtIt(tx, entered, outcome, service);
  if (brought) return existing(tx, brought, 'alreadyDone');
  await updateRequest(tx, id, {
    ...entered,
    dismissed_at: null,
    // Without delivery it goes from proposed to done.
    state: resultId === null ? entered.state : proposal.state,
  });
  await noteAccepted(tx, id, request);
  // Questions that show that the proposal was declined are brought up to date.
  const settled = tx.db.updateTable('messages').set({ state: 'sent' }).where('state', '=', 'answered');
  await settled.where('request_id', '=', id).execute();
  const taken =
    resultId === null
      ? await readLocked(tx, id)
      : await complete(tx, id, { outcome, by: request.requester, service });
  if (!taken) throw new Error('The proposal was not taken.');
  return { kind: 'accepted', request: taken };
}

function rowOf({ types, now, today }: Tx, id: string, request: NewRequest) {
  const type = types.of(request.kind);
  return {
    id,
    kind: request.kind,
    subject: type.subject(request.payload),
    submission: request.submission,
    requester: request.requester,
    payload: JSON.stringify(request.payload),
    context: JSON.stringify(request.context),
    state: request.approval ? 'awaiting_approval' : 'pending',
    attempts: 0,
    awaits_view: request.isShown ? shownInForm : 0,
    idempotency_key: newKey(id),
    due_at: now.toISOString(),
    created_at: now.toISOString(),
    day: type.day(request.payload, today(now)),
    email: type.email?.(request.context) ?? null,
  };
}

/** The request of the same form, or an open one about the same person. */
async function findConflict(tx: Tx, request: NewRequest): Promise<Accepted | undefined> {
  const subject = tx.types.of(request.kind).subject(request.payload);
  const rows = await tx.db
    .selectFrom('requests')
    .selectAll()
    .where((where) =>
      where.or([
        where('submission', '=', request.submission).and(stands),
        where('kind', '=', request.kind).and('subject', '=', subject).and(isOpen),
      ]),
    )
    .execute();
  const repeated = rows.find((row) => row.submission === request.submission);
  const row = repeated ?? rows[0];
  return row && existing(tx, row, repeated ? 'repeated' : 'alreadyOpen');
}

async function existing(
  tx: Tx,
  row: RequestRow,
  kind: 'repeated' | 'alreadyOpen' | 'alreadyDone',
): Promise<Accepted> {
  const request = tx.types.read(row);
  if (request) return { kind, request };
  await setAside(tx, row.id);
  return { kind: 'setAside', id: row.id };
}
