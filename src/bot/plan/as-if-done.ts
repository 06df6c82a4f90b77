import type { Request, RequestContext } from '../ledger/requests/request.ts';

/** What a form would make a request of. */
interface Entered<Payload extends object, Context extends RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'requester' | 'payload' | 'context' | 'day'> {}

/** The request that a form would make, as if it were carried out at an instant: for what will be said then. */
export function asIfDone<Payload extends object, Context extends RequestContext>(
  entered: Entered<Payload, Context>,
  now: Date,
): Request<Payload, Context> {
  return {
    ...entered,
    // Nothing has it: a button with it finds nothing.
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
