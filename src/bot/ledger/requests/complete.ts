import { sql } from 'kysely';
import { findRow } from '../../../database/table.ts';
import { moveDay, notePeople } from '../lists/found-by.ts';
import { inheritMutes } from '../mutes.ts';
import { enqueue } from '../outbox/message.ts';
import { emitBegun, planAnew } from '../planning.ts';
import { unleased } from '../queue.ts';
import type { Reads, Tx } from '../tables/ledger-database.ts';
import type { ApprovalRow, RequestRow } from '../tables/schema.ts';
import { dropPending, type Handle, isDone, step } from '../tables/sql.ts';
import { emit } from '../webhooks/emit.ts';
import { replaceProposals } from './compare-list.ts';
import { followDay } from './presence.ts';
import type { Outcome, Request } from './request.ts';

export interface Ending {
  outcome: Outcome;
  by: string;
  holder?: string;
  /** Address of the service it was done in, if known. */
  service?: string | null | undefined;
}

/** Delay of a form update after the form's answer, in milliseconds: Slack doesn't guarantee the order of the two. */
const afterTheAnswer = 1_500;

/**
 * Delay of the requester's message, in milliseconds, in case the form shows the outcome: longer than Slack's timeout
 * for a form's answer. If no form does (crash, late answer), the message is sent.
 */
const untilTheFormHasIt = 5_000;

/** Value of `awaits_view` if the form, or an import's message, shows that the request is done. */
export const shownInForm = 2;

/**
 * Stores the outcome and enqueues its messages in one transaction; undefined if the request has already ended
 * or the lease was lost.
 */
export async function complete(
  tx: Tx,
  id: string,
  { outcome: said, by, holder, service = null }: Ending,
): Promise<Request | undefined> {
  const before = await findRow(tx.db, 'requests', { id });
  if (!before) return undefined;
  const outcome = await unlessBroughtBefore(tx, before, { outcome: said, service });
  const result_id = outcome.kind === 'done' ? outcome.resultId : null;
  const row = await tx.db
    .updateTable('requests')
    .set({ state: outcome.kind, outcome: JSON.stringify(outcome), ended_at: tx.now.toISOString() })
    .set({ result_id, service, ...unleased })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(holder !== undefined, (query) => query.where('lease_holder', '=', holder ?? ''))
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const read = tx.types.mustRead(row);
  const request = outcome.kind === 'done' ? await withDay(tx, read, outcome) : read;
  const what = outcome.kind === 'cancelled' ? (outcome.why ?? outcome.kind) : outcome.kind;
  await step(tx, id, by, what, outcomeDetail(tx, request));
  if (outcome.kind === 'cancelled') await noteDecision(tx, id, outcome.why ?? outcome.kind, by);
  // A form that still waits shows the outcome, and the requester's message is dropped.
  const mayBeShown = outcome.kind !== 'cancelled' && row.awaits_view === 0;
  const isShown = outcome.kind === 'done' && row.awaits_view === shownInForm;
  await enqueue(tx, tx.words.ended(request), mayBeShown ? untilTheFormHasIt : 0);
  if (isShown) await dropForRequester(tx.db, id);
  const settled = request.state === 'done' ? await follow(tx, request) : request;
  const window = { requestId: id, purpose: 'window', name: 'request.window', about: {} };
  if (row.awaits_view === 1 && outcome.kind !== 'cancelled')
    await enqueue(tx, [{ ...window, recipient: { view: request.context.viewId } }], afterTheAnswer);
  return settled;
}

/** The requester's message isn't sent, but they count as told. */
export async function dropForRequester(db: Handle, requestId: string): Promise<void> {
  await dropPending(db).where('request_id', '=', requestId).where('purpose', '=', 'requester').execute();
}

async function follow(tx: Tx, request: Request): Promise<Request> {
  await emit(tx, tx.words.events(request, { kind: 'done' }));
  await inheritMutes(tx.db, request);
  await replaceProposals(tx, request);
  await planAnew(tx, request);
  const followed = await followDay(tx, request, request.requester);
  await emitBegun(tx, followed);
  return followed;
}

/**
 * Sets the day of a completed request. It counts from the time of completion: now if the service just confirmed it,
 * else the time of the attempt in doubt. From now on the people it concerns see it.
 */
async function withDay(tx: Tx, request: Request, { confirmed }: { confirmed: boolean }): Promise<Request> {
  const { outcomeUnknownAt: doubted } = request;
  const on = tx.today(confirmed || doubted === null ? tx.now : new Date(doubted));
  const day = tx.types.of(request.kind).day(request.payload, on);
  if (day !== null && day !== request.day) await moveDay(tx, request.id, day);
  await notePeople(tx, request, day);
  return { ...request, day };
}

/** Detail for the audit log: ids, statuses and field names, but none of the service's messages. */
function outcomeDetail({ types }: Reads, request: Request): object | undefined {
  const { outcome } = request;
  if (outcome?.kind === 'done') return { ...outcome, ...types.of(request.kind).auditDetail?.(request) };
  if (outcome?.kind !== 'rejected') return outcome ?? undefined;
  return { status: outcome.status, fields: Object.keys(outcome.problem), declinedBy: outcome.by };
}

export async function noteDecision(
  { db }: Tx,
  id: string,
  decision: NonNullable<ApprovalRow['decision']>,
  by: string,
): Promise<void> {
  const open = db.updateTable('approvals').where('request_id', '=', id).where('decision', 'is', null);
  await open.set({ decision, decided_by: by }).execute();
}

type Done = Extract<Outcome, { kind: 'done' }>;
type Subject = Pick<RequestRow, 'id' | 'kind' | 'subject'>;

/**
 * A refusal if a finished request already added the person: entered twice (after a lost response), they would
 * be announced twice.
 */
export async function unlessBroughtBefore(
  { db, types }: Reads,
  request: Subject,
  { outcome, service }: { outcome: Outcome; service: string | null },
): Promise<Outcome> {
  const type = types.of(request.kind);
  if (outcome.kind !== 'done' || !type.broughtBefore) return outcome;
  const row = await whoBroughtIt({ db }, request, outcome, service);
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
  { db }: Pick<Reads, 'db'>,
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
  return db
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
