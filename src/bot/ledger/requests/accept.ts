import { sql } from 'kysely';
import { wantApproval } from '../approvals.ts';
import {
  isWaiting,
  type Lease,
  leased,
  sendingIsAllowed,
  slotIsFree,
  takeTurnIfFree,
} from '../delivery/lease.ts';
import { newKey, type Promised } from '../delivery/repeats.ts';
import { noteName } from '../lists/found-by.ts';
import type { Tx } from '../tables/ledger-database.ts';
import { stands, step, updateRequest } from '../tables/sql.ts';
import { newestDone } from './lookups.ts';
import type { NewRequest, Request } from './request.ts';
import { setAside } from './set-aside.ts';

export type Accepted =
  | { kind: 'accepted'; request: Request; taken: boolean }
  /** Form submitted before; `request` is the earlier one. */
  | { kind: 'repeated'; request: Request }
  | { kind: 'alreadyOpen'; request: Request }
  /** Another request about the same person was completed that the requester didn't know of. */
  | { kind: 'alreadyDone'; request: Request }
  /** An earlier request is in conflict but can't be read. */
  | { kind: 'setAside'; id: string };

export interface Taking {
  lease: Lease;
  concurrency: number;
  /** See `Destination`. */
  baseline: number;
  promised: Promised;
}

/**
 * Stores a request unless the form was submitted before or the person has an open request. Unique indexes
 * decide across replicas. If nothing is ahead of it, the same transaction claims it for sending.
 */
export async function accept(tx: Tx, id: string, request: NewRequest, taking?: Taking): Promise<Accepted> {
  const { db, types } = tx;
  const { kind, requester, changes } = request;
  const type = types.of(kind);
  const subject = type.subject(request.payload);
  const taken = taking && (await isFree(tx, taking)) ? taking : undefined;
  const entered = rowOf(tx, id, request);
  const row = await db
    .insertInto('requests')
    .values({ ...entered, ...(taken && takenBy(entered, taken)) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return findConflict(tx, { ...request, subject });
  // Looked up after the insert: now no other request about the person can be submitted and completed.
  const earlier = changes === undefined ? undefined : await newestDone(tx, kind, subject);
  if (earlier && changes !== earlier.id) {
    await db.deleteFrom('requests').where('id', '=', id).execute();
    return { kind: 'alreadyDone', request: earlier };
  }
  if (earlier) await updateRequest(tx, id, { revision: earlier.revision + 1 });
  const own = type.auditDetail?.(request);
  await noteName(tx, request.context.personName, id);
  await step(tx, id, requester, 'accepted', earlier ? { ...own, changes: earlier.id } : own);
  if (taken) await step(tx, id, 'frontdesk', 'delivering');
  const written = types.mustRead(row);
  await wantApproval(tx, written, request.approval?.until);
  return { kind: 'accepted', request: written, taken: taken !== undefined };
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
    revision: 0,
    attempts: 0,
    awaits_view: 0,
    idempotency_key: newKey(id),
    due_at: now.toISOString(),
    created_at: now.toISOString(),
    day: type.day(request.payload, today(now)),
    email: type.email?.(request.context) ?? null,
  };
}

function takenBy(
  { kind, idempotency_key, created_at }: ReturnType<typeof rowOf>,
  { lease, baseline, promised }: Taking,
) {
  return {
    ...leased(lease),
    state: 'delivering',
    attempts: 1,
    baseline,
    key_sent_at: created_at,
    key_promised_by: promised({ kind, idempotencyKey: idempotency_key }),
  };
}

async function isFree(tx: Tx, { concurrency }: Taking): Promise<boolean> {
  // Lock is taken: leave the request to the worker.
  if (!(await takeTurnIfFree(tx))) return false;
  const noneWaits = sql<boolean>`not exists (
    select 1 from requests where ${isWaiting} and due_at <= ${tx.now.toISOString()})`;
  const row = await tx.db
    .selectNoFrom((no) => no.lit(1).as('free'))
    .where(sendingIsAllowed)
    .where(slotIsFree(concurrency))
    .where(noneWaits)
    .executeTakeFirst();
  return row !== undefined;
}

async function findConflict(tx: Tx, request: NewRequest & { subject: string }): Promise<Accepted> {
  const rows = await tx.db
    .selectFrom('requests')
    .selectAll()
    .where((where) =>
      where.or([
        where('submission', '=', request.submission).and(stands),
        where('kind', '=', request.kind).and('subject', '=', request.subject).and('ended_at', 'is', null),
      ]),
    )
    .execute();
  const repeated = rows.find((row) => row.submission === request.submission);
  const row = repeated ?? rows[0];
  if (!row) throw new Error('A request was in the way and is gone: hand it in again.');
  const standing = tx.types.read(row);
  if (standing) return { kind: repeated ? 'repeated' : 'alreadyOpen', request: standing };
  await setAside(tx, row.id);
  return { kind: 'setAside', id: row.id };
}
