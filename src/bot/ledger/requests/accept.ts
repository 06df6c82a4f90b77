import { sql } from 'kysely';
import { wantApproval } from '../approvals.ts';
import { type Lease, leased, sendingIsAllowed, slotIsFree, takeTurnIfFree } from '../delivery/lease.ts';
import { newKey, type Promised } from '../delivery/repeats.ts';
import { noteName } from '../lists/found-by.ts';
import { type LedgerDatabase, stands } from '../tables/ledger-database.ts';
import { type Handle, steps, updateRequest } from '../tables/write.ts';
import type { Words } from './ledger-words.ts';
import { newestDone } from './lookups.ts';
import type { NewRequest, Request } from './request.ts';
import type { LedgerRequestType } from './request-type.ts';

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
export function accept(
  database: LedgerDatabase,
  id: string,
  request: NewRequest,
  now: Date,
  { taking, words }: { taking: Taking | undefined; words: Pick<Words, 'approval'> },
): Promise<Accepted> {
  return database.transact((tx) => acceptIn(tx, database, { id, request, taking, words }, now));
}

interface Entering {
  id: string;
  request: NewRequest;
  taking?: Taking | undefined;
  words: Pick<Words, 'approval'>;
}

export async function acceptIn(
  tx: Handle,
  database: LedgerDatabase,
  { id, request, taking, words }: Entering,
  now: Date,
): Promise<Accepted> {
  const { types } = database;
  const type = types.of(request.kind);
  const subject = type.subject(request.payload);
  const taken = taking && (await ifFree(tx, database, taking, now));
  const row = await tx
    .insertInto('requests')
    .values(inState(rowOf(id, request, { type, now, today: database.today(now) }), taken, now))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return findConflict(tx, { ...request, subject }, database, now);
  // Looked up after the insert: now no other request about the person can be submitted and completed.
  const { changes } = request;
  const earlier = changes === undefined ? undefined : await newestDone(tx, types, { ...request, subject });
  if (earlier && changes !== earlier.request.id) {
    await tx.deleteFrom('requests').where('id', '=', id).execute();
    return { kind: 'alreadyDone', request: earlier.request };
  }
  if (earlier) await updateRequest(tx, id, { revision: earlier.revision + 1 });
  const own = type.auditDetail?.(request);
  const detail = earlier ? { ...own, changes: earlier.request.id } : own;
  const accepted = { actor: request.requester, what: 'accepted', detail };
  await noteName(tx, { id, context: request.context });
  await steps(tx, id, now, taken ? [accepted, { actor: 'frontdesk', what: 'delivering' }] : [accepted]);
  const written = types.mustRead(row);
  await wantApproval(tx, { request: written, until: request.approval?.until, words }, now);
  return { kind: 'accepted', request: written, taken: taken !== undefined };
}

function rowOf(
  id: string,
  request: NewRequest,
  { type, now, today }: { type: LedgerRequestType; now: Date; today: string },
) {
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
    day: type.day(request.payload, today),
    email: type.email?.(request.context) ?? null,
  };
}

function inState(row: ReturnType<typeof rowOf>, taking: Taking | undefined, now: Date) {
  if (!taking) return row;
  const { lease, baseline, promised } = taking;
  return {
    ...row,
    ...leased(lease),
    state: 'delivering',
    attempts: 1,
    baseline,
    key_sent_at: now.toISOString(),
    key_promised_by: promised({ kind: row.kind, idempotencyKey: row.idempotency_key }),
  };
}

async function ifFree(tx: Handle, { kind }: LedgerDatabase, taking: Taking, now: Date) {
  // Lock is taken: leave the request to the worker.
  if (!(await takeTurnIfFree(tx, kind))) return undefined;
  const noneWaits = sql<boolean>`not exists (
    select 1 from requests where ended_at is null and state not in ('needs_review', 'awaiting_approval') and lease_until is null
    and set_aside_at is null
    and due_at <= ${now.toISOString()})`;
  const row = await tx
    .selectNoFrom((no) => no.lit(1).as('free'))
    .where(sendingIsAllowed)
    .where(slotIsFree(taking.concurrency))
    .where(noneWaits)
    .executeTakeFirst();
  return row && taking;
}

async function findConflict(
  tx: Handle,
  request: NewRequest & { subject: string },
  { types, setAside }: LedgerDatabase,
  now: Date,
): Promise<Accepted> {
  const rows = await tx
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
  const standing = types.read(row);
  if (standing) return { kind: repeated ? 'repeated' : 'alreadyOpen', request: standing };
  await setAside(tx, row.id, now);
  return { kind: 'setAside', id: row.id };
}
