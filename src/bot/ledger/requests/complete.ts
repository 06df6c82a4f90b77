import { noteDecision } from '../approvals/decision.ts';
import { unleased } from '../delivery/lease.ts';
import { moveDay, notePeople } from '../lists/found-by.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { planAnew } from '../planning/plan-anew.ts';
import { type Handle, step } from '../tables/write.ts';
import { unlessBroughtBefore } from './brought-before.ts';
import type { Words } from './ledger-words.ts';
import { followDay } from './presence.ts';
import type { Outcome, Request } from './request.ts';
import type { RequestTypes } from './request-types.ts';

/** How a request ends. */
export interface Ending {
  outcome: Outcome;
  /** A Slack user id, or `frontdesk`. */
  by: string;
  /** The lease under which it ends; absent when a person ends it. */
  holder?: string;
  /** The address of the service in which it was done; null where it is not known. */
  service: string | null;
}

/**
 * Slack takes the answer to a form and an update of its window in no promised order, in milliseconds:
 * the update comes after the answer.
 */
const afterTheAnswer = 1_500;

/**
 * How long the message about a refusal waits for the form to show it instead, in milliseconds: longer than Slack waits
 * for a form's answer. When no form does, since the process died or the answer came too late, the message goes out.
 */
const untilTheFormHasIt = 5_000;

/** With what an end is written. */
interface Written {
  words: Words;
  types: RequestTypes;
  /** Which day it is for the organization at an instant. */
  today: (now: Date) => string;
}

/**
 * Writes the outcome and the messages about it, in one transaction: whoever hears of it hears what is written.
 * @returns undefined when it has ended already or somebody else holds it
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
  // A form that still waits for its answer shows a refusal at its fields; then nobody needs the message too.
  const shownInForm = outcome.kind === 'rejected' && row.awaits_view === 0;
  await enqueue(tx, words.ended(request), now, shownInForm ? untilTheFormHasIt : 0);
  if (request.state === 'done') await planAnew(tx, request, words, now);
  const settled =
    request.state === 'done'
      ? await followDay(tx, request, { types, words, today }, { by: request.requester, now })
      : request;
  // The outcome, in the form's window.
  const window = { requestId: id, purpose: 'window', name: 'request.window', about: {} };
  if (row.awaits_view === 1 && outcome.kind !== 'cancelled')
    await enqueue(tx, [{ ...window, recipient: { view: request.context.viewId } }], now, afterTheAnswer);
  return settled;
}

/**
 * The day that a done request is about counts from when it was carried out: now, where the service just said so; at the
 * attempt in doubt, where that was found out later. Whom it concerns sees it from here on.
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

/** What the audit log keeps of an outcome: ids, statuses and names of fields, not the service's sentences. */
function outcomeDetail(request: Request, types: RequestTypes): object | undefined {
  const { outcome } = request;
  if (outcome?.kind === 'done') return { ...outcome, ...types.of(request.kind).auditDetail?.(request) };
  if (outcome?.kind !== 'rejected') return outcome ?? undefined;
  return { status: outcome.status, fields: Object.keys(outcome.problem), declinedBy: outcome.by };
}
