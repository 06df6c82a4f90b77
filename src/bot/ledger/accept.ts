import type { Kysely } from 'kysely';
import { type NewRequest, type Request, toRequest } from './request.ts';
import type { LedgerTables } from './schema.ts';
import { type Handle, readRequest, step } from './write.ts';

/** What came of handing in a request. */
export type Accepted =
  | { kind: 'accepted'; request: Request }
  /** The same form was handed in before: that request stands for both. */
  | { kind: 'repeated'; request: Request }
  /** Another open request is about the same person. */
  | { kind: 'alreadyOpen'; request: Request };

/**
 * Writes a request down, unless the same form or the same person is there already. Unique indexes decide, so that
 * two replicas that are handed the same form at the same moment make one request.
 */
export function accept(
  db: Kysely<LedgerTables>,
  id: string,
  request: NewRequest,
  now: Date,
): Promise<Accepted> {
  return db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('requests')
      .values(rowOf(id, request, now))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return standingInTheWay(tx, request);
    await step(tx, id, now, request.requester, 'accepted');
    return { kind: 'accepted', request: await readRequest(tx, id) };
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
    was_unknown: 0,
    due_at: now.toISOString(),
    created_at: now.toISOString(),
  };
}

async function standingInTheWay(tx: Handle, request: NewRequest): Promise<Accepted> {
  const rows = await tx
    .selectFrom('requests')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('submission', '=', request.submission), where('state', '<>', 'refused')]),
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
