import { sql } from 'kysely';
import { unleased } from '../delivery/lease.ts';
import { moveDay, notePeople } from '../lists/found-by.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { planAnew } from '../planning/write-plan.ts';
import { isDone } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import { type Handle, step } from '../tables/write.ts';
import type { Words } from './ledger-words.ts';
import { followDay } from './presence.ts';
import type { Outcome, Request } from './request.ts';
import type { RequestTypes } from './request-type.ts';

export interface Ending {
  outcome: Outcome;
  by: string;
  holder?: string;
  /** Address of the service it was done in; null if unknown. */
  service: string | null;
}

/** Delay of a form update after the form's answer, in milliseconds: Slack doesn't guarantee the order of the two. */
const afterTheAnswer = 1_500;

/**
 * Delay of the message about a refusal, in milliseconds, in case the form shows it: longer than Slack's timeout for a
 * form's answer. If no form does (crash, late answer), the message is sent.
 */
const untilTheFormHasIt = 5_000;

interface Written {
  words: Words;
  types: RequestTypes;
  today: (now: Date) => string;
}

/**
 * Stores the outcome and enqueues its messages in one transaction; undefined if the request has already ended
 * or the lease was lost.
 */
export async function complete(
  tx: Handle,
  id: string,
  { outcome: said, by, holder, service }: Ending,
  { words, types, today }: Written,
  now: Date,
): Promise<Request | undefined> {
  const own = tx.selectFrom('requests').select(['id', 'kind', 'subject']).where('id', '=', id);
  const before = await own.executeTakeFirst();
  if (!before) return undefined;
  const outcome = await unlessBroughtBefore(tx, types, before, { outcome: said, service });
  const result_id = outcome.kind === 'done' ? outcome.resultId : null;
  const row = await tx
    .updateTable('requests')
    .set({ state: outcome.kind, outcome: JSON.stringify(outcome), ended_at: now.toISOString(), ...unleased })
    .set({ result_id, service })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(holder !== undefined, (query) => query.where('lease_holder', '=', holder ?? ''))
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const read = types.mustRead(row);
  const request = outcome.kind === 'done' ? await withDay(tx, read, outcome, { types, today, now }) : read;
  const what = outcome.kind === 'cancelled' ? (outcome.why ?? outcome.kind) : outcome.kind;
  await step(tx, id, now, by, what, outcomeDetail(request, types));
  if (outcome.kind === 'cancelled') await noteDecision(tx, id, what, by);
  // A form that still waits shows the refusal at its fields, and the message is dropped.
  const shownInForm = outcome.kind === 'rejected' && row.awaits_view === 0;
  await enqueue(tx, words.ended(request), now, shownInForm ? untilTheFormHasIt : 0);
  if (request.state === 'done') await planAnew(tx, request, words, now);
  const settled =
    request.state === 'done'
      ? await followDay(tx, request, { types, words, today }, { by: request.requester, now })
      : request;
  const window = { requestId: id, purpose: 'window', name: 'request.window', about: {} };
  if (row.awaits_view === 1 && outcome.kind !== 'cancelled')
    await enqueue(tx, [{ ...window, recipient: { view: request.context.viewId } }], now, afterTheAnswer);
  return settled;
}

/**
 * Sets the day of a completed request. It counts from the time of completion: now if the service just confirmed it,
 * else the time of the attempt in doubt. From now on the people it concerns see it.
 */
async function withDay(
  tx: Handle,
  request: Request,
  { confirmed }: { confirmed: boolean },
  { types, today, now }: Pick<Written, 'types' | 'today'> & { now: Date },
): Promise<Request> {
  const type = types.of(request.kind);
  const { outcomeUnknownAt: doubted } = request;
  const day = type.day(request.payload, today(confirmed || doubted === null ? now : new Date(doubted)));
  if (day !== null && day !== request.day) await moveDay(tx, request.id, day);
  await notePeople(tx, request, type, day);
  return { ...request, day };
}

/** Detail for the audit log: ids, statuses and field names, but none of the service's messages. */
function outcomeDetail(request: Request, types: RequestTypes): object | undefined {
  const { outcome } = request;
  if (outcome?.kind === 'done') return { ...outcome, ...types.of(request.kind).auditDetail?.(request) };
  if (outcome?.kind !== 'rejected') return outcome ?? undefined;
  return { status: outcome.status, fields: Object.keys(outcome.problem), declinedBy: outcome.by };
}

export async function noteDecision(tx: Handle, id: string, decision: string, by: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ decision, decided_by: by })
    .where('request_id', '=', id)
    .where('decision', 'is', null)
    .execute();
}

type Done = Extract<Outcome, { kind: 'done' }>;
type Subject = Pick<RequestRow, 'id' | 'kind' | 'subject'>;

/**
 * A refusal if a finished request already added the person: entered twice (after a lost response), they would
 * be announced twice.
 */
export async function unlessBroughtBefore(
  tx: Handle,
  types: RequestTypes,
  request: Subject,
  { outcome, service }: { outcome: Outcome; service: string | null },
): Promise<Outcome> {
  const type = types.of(request.kind);
  if (outcome.kind !== 'done' || !type.broughtBefore) return outcome;
  const row = await whoBroughtIt(tx, request, outcome, service);
  if (!row) return outcome;
  // The row may be unreadable; its subject still identifies it.
  const name = types.read(row)?.context.personName ?? row.subject;
  return type.broughtBefore({ id: row.id, name });
}

/**
 * Finds a completed request with the same result. A removed and rehired person has a new id in the service, so a
 * confirmed outcome is doubted only if both subject and id match.
 */
export function whoBroughtIt(
  tx: Handle,
  { id, kind, subject }: Subject,
  { resultId, confirmed }: Done,
  service: string | null,
): Promise<RequestRow | undefined> {
  const sameSubject = sql<boolean>`subject = ${subject}`;
  const sameId = sql<boolean>`result_id = ${resultId}`;
  const oneHasNoId = resultId === null ? sql<boolean>`true` : sql<boolean>`result_id is null`;
  const sameService = sql<boolean>`(service is null or service = ${service})`;
  const isIt = confirmed
    ? sql<boolean>`${sameSubject} and ${sameId} and service = ${service}`
    : sql<boolean>`${sameService} and (${sameId} or (${sameSubject} and ${oneHasNoId}))`;
  return tx
    .selectFrom('requests')
    .selectAll()
    .where('kind', '=', kind)
    .where(isDone)
    .where('forgotten_at', 'is', null)
    .where('id', '<>', id)
    .where(isIt)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
