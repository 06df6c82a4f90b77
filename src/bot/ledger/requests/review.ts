import { keyUnsent, newKey } from '../delivery/attempt.ts';
import type { LedgerDatabase, Tx } from '../tables/ledger-database.ts';
import { step, updateRequest } from '../tables/sql.ts';
import { complete, type Ending } from './complete.ts';
import { answered } from './questions.ts';
import { type LedgerRequestType, type Outcome, type Question, type Request, readLocked } from './request.ts';

export type Decision =
  | { kind: 'taken'; request: Request }
  | { kind: 'over'; request: Request }
  /** First it is looked up whether the request was already carried out. */
  | { kind: 'findingOut'; request: Request }
  | { kind: 'gone' };

/** Decides on a request in one transaction, with the row locked. */
export function decideOn<Decided>(
  { transact }: LedgerDatabase,
  id: string,
  decide: (tx: Tx, request: Request) => Promise<Decided>,
): Promise<Decided | Extract<Decision, { kind: 'gone' }>> {
  return transact(async (tx) => {
    const request = await readLocked(tx, id);
    return request ? decide(tx, request) : { kind: 'gone' };
  });
}

export async function endBy(tx: Tx, request: Request, ending: Ending): Promise<Decision> {
  const ended = await complete(tx, request.id, ending);
  return ended ? { kind: 'taken', request: ended } : { kind: 'over', request };
}

/**
 * Answers the request's question.
 * @param by a Slack user id, also below
 * @param service address of the service
 */
export async function decide(
  tx: Tx,
  request: Request,
  { yes, by, service }: { yes: boolean; by: string; service: string | undefined },
): Promise<Decision> {
  const { id, question } = request;
  if (request.state !== 'needs_review' || !question) return { kind: 'over', request };
  await step(tx, id, by, answered(yes), { asked: question.kind });
  const type = tx.types.of(request.kind);
  const outcome = yes ? type.worked(request, question) : denied(request, question, { type, by });
  if (outcome) return endBy(tx, request, { outcome, by, service });
  await sendAgain(tx, id);
  return { kind: 'taken', request: (await readLocked(tx, id)) ?? request };
}

/** Cancels a request that isn't carried out. If in doubt, that is looked up first. */
export async function cancel(tx: Tx, request: Request, by: string): Promise<Decision> {
  const { id } = request;
  if (request.outcome || request.state === 'proposed') return { kind: 'over', request };
  const certain = request.state === 'pending' && request.outcomeUnknownAt === null;
  if (certain || request.state === 'awaiting_approval' || request.state === 'needs_review')
    return endBy(tx, request, { outcome: { kind: 'cancelled', by }, by });
  await updateRequest(tx, id, { cancel_by: by, due_at: tx.now.toISOString() });
  await step(tx, id, by, 'cancel wanted');
  return { kind: 'findingOut', request };
}

/** Acknowledges a refusal without retrying, or declines a proposal, which can still be taken later. */
export async function dismiss(tx: Tx, request: Request, by: string): Promise<Decision> {
  const isProposed = request.state === 'proposed';
  if (!(isProposed || request.state === 'rejected') || request.dismissedAt !== null)
    return { kind: 'over', request };
  const dismissedAt = tx.now.toISOString();
  await updateRequest(tx, request.id, { dismissed_at: dismissedAt });
  await step(tx, request.id, by, isProposed ? answered(false) : 'dismissed');
  return { kind: 'taken', request: { ...request, dismissedAt } };
}

export async function retry(tx: Tx, request: Request, by: string): Promise<Decision> {
  const waitsForPeople = ['proposed', 'awaiting_approval', 'needs_review'].includes(request.state);
  if (request.outcome || waitsForPeople) return { kind: 'over', request };
  await updateRequest(tx, request.id, { due_at: tx.now.toISOString() });
  await step(tx, request.id, by, 'hurried');
  return { kind: 'taken', request };
}

/** Outcome if the answer is no; undefined to send the request again. */
function denied(
  { cancelBy }: Request,
  question: Question,
  { type, by }: { type: LedgerRequestType; by: string },
): Outcome | undefined {
  switch (question.kind) {
    case 'isItTooLate':
      return { kind: 'cancelled', by: cancelBy ?? by };
    case 'isItThere':
      return undefined;
    case 'didItWork':
      return { kind: 'rejected', problem: question.problem, status: question.status };
    case 'isItThem':
      return type.mistaken(question, by);
  }
}

/** Resets the request as if unsent, with a new key, since the old one may be known to the service. */
async function sendAgain(tx: Tx, id: string): Promise<void> {
  await updateRequest(tx, id, {
    state: 'pending',
    question: null,
    outcome_unknown_at: null,
    baseline: null,
    idempotency_key: newKey(id),
    ...keyUnsent,
    due_at: tx.now.toISOString(),
  });
}
