import type { Request, RequestContext } from '../ledger/requests/request.ts';

export interface Entered<Payload extends object = object, Context extends RequestContext = RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'requester' | 'payload' | 'context' | 'day'> {}

/** Builds the request that a form would make, as if it were done at `now`, to preview its messages. */
export function asIfDone<Payload extends object, Context extends RequestContext>(
  { kind, requester, payload, context, day }: Entered<Payload, Context>,
  now: Date,
): Request<Payload, Context> {
  return {
    ...{ kind, requester, payload, context, day },
    id: 'R-REHEARSAL',
    subject: '',
    submission: '',
    state: 'done',
    attempts: 1,
    baseline: null,
    outcomeUnknownAt: null,
    question: null,
    cancelBy: null,
    lastError: null,
    outcome: { kind: 'done', resultId: null, confirmed: true },
    resultId: null,
    service: null,
    idempotencyKey: null,
    keySentAt: null,
    keyPromisedBy: null,
    createdAt: now.toISOString(),
    endedAt: now.toISOString(),
    amendments: 0,
    revision: 0,
    calledOffAt: null,
    endedDay: null,
    email: null,
    missingSince: null,
    keptBy: null,
    dismissedAt: null,
  };
}
