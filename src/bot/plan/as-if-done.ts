import type { Request, RequestContext } from '../ledger/requests/request.ts';

interface Entered<Payload extends object, Context extends RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'requester' | 'payload' | 'context' | 'day'> {}

/** Builds the request that a form would make, as if it were done at `now`, to preview its messages. */
export function asIfDone<Payload extends object, Context extends RequestContext>(
  entered: Entered<Payload, Context>,
  now: Date,
): Request<Payload, Context> {
  return {
    ...entered,
    // Matches no stored request, so buttons with it do nothing.
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
    idempotencyKey: null,
    keySentAt: null,
    keyPromisedBy: null,
    createdAt: now.toISOString(),
    amendments: 0,
    revision: 0,
    calledOffAt: null,
    endedDay: null,
    missingSince: null,
    keptBy: null,
    dismissedAt: null,
  };
}
