import type { Destination } from '../delivery/destination.ts';
import { keyUnsent, newKey } from '../delivery/repeats.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { type Handle, step, updateRequest } from '../tables/write.ts';
import { complete } from './complete.ts';
import type { Words } from './ledger-words.ts';
import { answered } from './questions.ts';
import type { Outcome, Question, Request } from './request.ts';
import { type LedgerRequestType, readLocked } from './request-type.ts';

export type Decision =
  | { kind: 'taken'; request: Request }
  | { kind: 'over'; request: Request }
  /** First it is looked up whether the request was already carried out. */
  | { kind: 'findingOut'; request: Request }
  | { kind: 'gone' };

export function createDecisions(
  { transact, types, today }: LedgerDatabase,
  words: Words,
  { address }: Destination,
) {
  const written = { words, types, today };

  function about(id: string, decide: (tx: Handle, request: Request) => Promise<Decision>): Promise<Decision> {
    return transact(async (tx) => {
      const request = await readLocked(tx, types, id);
      return request ? decide(tx, request) : { kind: 'gone' };
    });
  }

  return {
    /** Answers the request's question. @param by a Slack user id */
    decide(id: string, yes: boolean, by: string, now: Date): Promise<Decision> {
      return about(id, async (tx, request) => {
        if (request.state !== 'needs_review' || !request.question) return { kind: 'over', request };
        await step(tx, id, now, by, answered(yes), { asked: request.question.kind });
        const { question } = request;
        const type = types.of(request.kind);
        const outcome = yes ? type.worked(request, question) : denied(request, question, { type, by });
        const service = address() ?? null;
        if (outcome) return ended(await complete(tx, id, { outcome, by, service }, written, now), request);
        await sendAgain(tx, id, now);
        return { kind: 'taken', request: (await readLocked(tx, types, id)) ?? request };
      });
    },

    /** Cancels a request that isn't carried out. If in doubt, that is looked up first. @param by a Slack user id */
    cancel(id: string, by: string, now: Date): Promise<Decision> {
      return about(id, async (tx, request) => {
        if (request.outcome) return { kind: 'over', request };
        const certain = request.state === 'pending' && request.outcomeUnknownAt === null;
        if (certain || request.state === 'awaiting_approval' || request.state === 'needs_review') {
          const outcome = { kind: 'cancelled', by } as const;
          return ended(await complete(tx, id, { outcome, by, service: null }, written, now), request);
        }
        await updateRequest(tx, id, { cancel_by: by, due_at: now.toISOString() });
        await step(tx, id, now, by, 'cancel wanted');
        return { kind: 'findingOut', request };
      });
    },

    dismiss(id: string, by: string, now: Date): Promise<Decision> {
      return about(id, async (tx, request) => {
        if (request.state !== 'rejected' || request.dismissedAt !== null) return { kind: 'over', request };
        const dismissedAt = now.toISOString();
        await updateRequest(tx, id, { dismissed_at: dismissedAt });
        await step(tx, id, now, by, 'dismissed');
        return { kind: 'taken', request: { ...request, dismissedAt } };
      });
    },

    retry(id: string, by: string, now: Date): Promise<Decision> {
      return about(id, async (tx, request) => {
        const waitsForPeople = request.state === 'needs_review' || request.state === 'awaiting_approval';
        if (request.outcome || waitsForPeople) return { kind: 'over', request };
        await updateRequest(tx, id, { due_at: now.toISOString() });
        await step(tx, id, now, by, 'hurried');
        return { kind: 'taken', request };
      });
    },
  };
}

function ended(finished: Request | undefined, before: Request): Decision {
  return finished ? { kind: 'taken', request: finished } : { kind: 'over', request: before };
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
async function sendAgain(tx: Handle, id: string, now: Date): Promise<void> {
  await updateRequest(tx, id, {
    state: 'pending',
    question: null,
    outcome_unknown_at: null,
    baseline: null,
    idempotency_key: newKey(id),
    ...keyUnsent,
    due_at: now.toISOString(),
  });
}
