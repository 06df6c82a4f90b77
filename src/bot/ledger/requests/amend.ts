import { newestDone, notePeople } from '../lists/found-by.ts';
import { enqueue, type NewMessage, readRecipient, type ToldMessage } from '../outbox/message.ts';
import { planAnew } from '../planning.ts';
import type { Tx } from '../tables/ledger-database.ts';
import { step, updateRequest } from '../tables/sql.ts';
import { emit } from '../webhooks/emit.ts';
import { changeDay, toldBefore } from './change-day.ts';
import { departureEnding, followDay } from './presence.ts';
import { type Amendment, type Request, readLocked } from './request.ts';

type Amended =
  | { kind: 'amended'; request: Request; amendment: Amendment; told: ToldMessage[] }
  /** The request was changed since the person looked, or a newer one counts; `request` is current. */
  | { kind: 'changed'; request: Request }
  | { kind: 'gone' };

export interface NewAmendment {
  /** The new day; null cancels. */
  day: string | null;
  seen: number;
}

/** Changes the day of a completed request; everyone notified about it gets a message. */
export async function amend(tx: Tx, id: string, { day, seen }: NewAmendment, by: string): Promise<Amended> {
  const request = await readLocked(tx, id);
  if (!request) return { kind: 'gone' };
  const newest = await newestDone(tx, request.kind, request.subject);
  if (request.state !== 'done' || request.amendments !== seen || newest?.id !== id)
    return { kind: 'changed', request };
  const isEnded = (await departureEnding(tx, request, day)) !== undefined;
  if (isEnded && request.calledOffAt !== null) return staysEnded(tx, request, day, by);
  const change = isEnded ? { day: null, endedDay: day } : { day, endedDay: null };
  const changed = await changeDay(tx, request, change, by);
  // Resuming a start also answers the question of whether a missing person still starts.
  if (changed.amendment.kind === 'resumed') await updateRequest(tx, id, { kept_by: by });
  await followDay(tx, changed.request, by);
  return { kind: 'amended', ...changed };
}

/** The person still leaves before the new start day. It is stored in case the departure is cancelled. */
async function staysEnded(tx: Tx, request: Request, day: string | null, by: string): Promise<Amended> {
  await updateRequest(tx, request.id, { ended_day: day });
  const amendment = { kind: 'calledOff', day: null, before: day, by, isEnded: true } as const;
  return { kind: 'amended', request: { ...request, endedDay: day }, amendment, told: [] };
}

export interface Reassignment {
  /** Members to replace; undefined removes one. */
  payload: object;
  context: object;
  /** Whether the request is as the author saw it. */
  isAsSeen(request: Request): boolean;
  /** Employee ids of people who have nothing to do with it any more. */
  former: readonly number[];
  announce(request: Request, told: readonly ToldMessage[]): NewMessage[];
}

type Reassigned = { kind: 'reassigned' | 'changed'; request: Request } | { kind: 'gone' };

/** Changes the people around a completed request, such as the manager of a start. Planned messages follow. */
export async function reassign(tx: Tx, id: string, change: Reassignment, by: string): Promise<Reassigned> {
  const request = await readLocked(tx, id);
  if (!request) return { kind: 'gone' };
  const newest = await newestDone(tx, request.kind, request.subject);
  if (request.state !== 'done' || newest?.id !== id || !change.isAsSeen(request))
    return { kind: 'changed', request };
  const told = await toldBefore(tx, id);
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
  await enqueue(tx, change.announce(changed, told));
  const reassigned = { kind: 'reassigned', before: request, at: tx.now.toISOString() } as const;
  await emit(tx, tx.words.events(changed, reassigned));
  await followDay(tx, changed, by);
  return { kind: 'reassigned', request: changed };
}

/** Drops unsent messages to these employees. Call `toldBefore` first. */
async function dropUnsent({ db }: Tx, id: string, former: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient'])
    .where('request_id', '=', id)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .execute();
  const dropped = rows.filter((row) => {
    const recipient = readRecipient(row.recipient);
    const employee = recipient && 'employee' in recipient ? recipient.employee : undefined;
    return employee !== undefined && former.includes(employee);
  });
  const ids = dropped.map((row) => row.id);
  if (ids.length > 0) await db.deleteFrom('messages').where('id', 'in', ids).execute();
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
