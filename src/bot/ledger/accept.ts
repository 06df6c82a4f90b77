import { type Selectable, sql } from 'kysely';
import { gateIsOpen, type Lease, leased, slotIsFree, takeTurns } from './lease.ts';
import type { LedgerDatabase } from './ledger-database.ts';
import { type NewRequest, type Request, toRequest } from './request.ts';
import type { RequestRow } from './schema.ts';
import { type Handle, step } from './write.ts';

/** What came of handing in a request. */
export type Accepted =
  | { kind: 'accepted'; request: Request; taken: boolean }
  /** The same form was handed in before: that request stands for both. */
  | { kind: 'repeated'; request: Request }
  /** Another open request is about the same person. */
  | { kind: 'alreadyOpen'; request: Request };

/** With what a request may be sent at once. */
export interface Taking {
  lease: Lease;
  /** How many may be sent at the same time, over all processes. */
  concurrency: number;
  highestIdBefore: number;
}

/**
 * Writes a request down, unless the same form or the same person is there already. Unique indexes decide, so that
 * two replicas that are handed the same form at the same moment make one request. Where nothing is in front of it,
 * the same transaction takes it for sending: one commit on the quick way.
 */
export function accept(
  { transact, kind }: LedgerDatabase,
  id: string,
  request: NewRequest,
  now: Date,
  taking: Taking | undefined,
): Promise<Accepted> {
  return transact(async (tx) => {
    const row = await tx
      .insertInto('requests')
      .values(rowOf(id, request, now))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return standingInTheWay(tx, request);
    await step(tx, id, now, request.requester, 'accepted');
    if (taking) await takeTurns(tx, kind);
    const taken = taking && (await takeAtOnce(tx, id, taking, now));
    return { kind: 'accepted', request: toRequest(taken ?? row), taken: taken !== undefined };
  });
}

function rowOf(id: string, request: NewRequest, now: Date) {
  return {
    id,
    kind: request.kind,
    subject: request.subject,
    submission: request.submission,
    requester: request.requester,
    payload: JSON.stringify(request.payload),
    context: JSON.stringify(request.context),
    state: 'waiting',
    attempts: 0,
    awaits_view: 0,
    due_at: now.toISOString(),
    created_at: now.toISOString(),
  };
}

/** Older ones go first. */
async function takeAtOnce(
  tx: Handle,
  id: string,
  { lease, concurrency, highestIdBefore }: Taking,
  now: Date,
): Promise<Selectable<RequestRow> | undefined> {
  const older = sql<boolean>`not exists (
    select 1 from requests where ended_at is null and state <> 'undecided' and id <> ${id} and lease_until is null
    and due_at <= ${now.toISOString()})`;
  const row = await tx
    .updateTable('requests')
    .set({ state: 'sending', attempts: 1, highest_id_before: highestIdBefore, ...leased(lease) })
    .where('id', '=', id)
    .where(gateIsOpen)
    .where(slotIsFree(concurrency, now))
    .where(older)
    .returningAll()
    .executeTakeFirst();
  if (row) await step(tx, id, now, 'frontdesk', 'sending');
  return row;
}

async function standingInTheWay(tx: Handle, request: NewRequest): Promise<Accepted> {
  const rows = await tx
    .selectFrom('requests')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([
          where('submission', '=', request.submission),
          where('state', 'not in', ['refused', 'cancelled']),
        ]),
        where.and([
          where('kind', '=', request.kind),
          where('subject', '=', request.subject),
          where('ended_at', 'is', null),
        ]),
      ]),
    )
    .execute();
  const repeated = rows.find((row) => row.submission === request.submission);
  const row = repeated ?? rows[0];
  if (!row) throw new Error('A request was in the way and is gone: hand it in again.');
  return { kind: repeated ? 'repeated' : 'alreadyOpen', request: toRequest(row) };
}
