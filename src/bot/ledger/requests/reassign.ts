import { sql } from 'kysely';
import { notePeople } from '../lists/found-by.ts';
import { enqueue, type NewMessage } from '../outbox/enqueue.ts';
import { readRecipient } from '../outbox/message.ts';
import { planAnew } from '../planning.ts';
import type { Tx } from '../tables/ledger-database.ts';
import { step, updateRequest } from '../tables/sql.ts';
import { newestDone } from './lookups.ts';
import { followDay } from './presence.ts';
import type { Request } from './request.ts';
import { readLocked } from './request-type.ts';

export interface Reassignment {
  /** Members to replace; undefined removes one. */
  payload: object;
  context: object;
  /** Whether the request is as the author saw it. */
  isAsSeen(request: Request): boolean;
  /** Employee ids of people who have nothing to do with it any more. */
  former: readonly number[];
  announce(request: Request): NewMessage[];
}

type Reassigned = { kind: 'reassigned' | 'changed'; request: Request } | { kind: 'gone' };

/** Changes the people around a completed request, such as the manager of a start. Planned messages follow. */
export async function reassign(tx: Tx, id: string, change: Reassignment, by: string): Promise<Reassigned> {
  const request = await readLocked(tx, id);
  if (!request) return { kind: 'gone' };
  const newest = await newestDone(tx, request.kind, request.subject);
  if (request.state !== 'done' || newest?.id !== id || !change.isAsSeen(request))
    return { kind: 'changed', request };
  await updateRequest(tx, id, {
    payload: JSON.stringify({ ...request.payload, ...change.payload }),
    context: JSON.stringify({ ...request.context, ...change.context }),
  });
  await step(tx, id, by, 'reassigned');
  const changed = (await readLocked(tx, id)) ?? request;
  await tx.db.deleteFrom('request_people').where('request_id', '=', id).execute();
  await notePeople(tx, changed, changed.day);
  await dropUnsent(tx, id, change.former);
  await planAnew(tx, changed);
  await enqueue(tx, change.announce(changed));
  await followDay(tx, changed, by);
  return { kind: 'reassigned', request: changed };
}

const untried = sql<boolean>`state = 'pending' and attempts = 0`;

/** Drops unsent messages to these employees. */
async function dropUnsent({ db }: Tx, id: string, former: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient'])
    .where('request_id', '=', id)
    .where(untried)
    .execute();
  const dropped = rows.filter((row) => {
    const recipient = readRecipient(row.recipient);
    const employee = recipient && 'employee' in recipient ? recipient.employee : undefined;
    return employee !== undefined && former.includes(employee);
  });
  const ids = dropped.map((row) => row.id);
  // Another process may have begun to send one since it was read.
  if (ids.length > 0) await db.deleteFrom('messages').where('id', 'in', ids).where(untried).execute();
}

/** Clears undelivered messages whose readers know by now. @returns whether there were any */
export async function settleUnreached(
  tx: Tx,
  id: string,
  isSettled: (purpose: string) => boolean,
  by: string,
): Promise<boolean> {
  const request = await readLocked(tx, id);
  const all = request?.context.unreached ?? [];
  const left = all.filter(({ purpose }) => !isSettled(purpose));
  if (!request || left.length === all.length) return false;
  await updateRequest(tx, id, { context: JSON.stringify({ ...request.context, unreached: left }) });
  await step(tx, id, by, 'told by hand');
  return true;
}
