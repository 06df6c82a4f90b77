import { z } from 'zod';
import { Unreached } from '../outbox/message.ts';

const Problem = z.record(z.string(), z.array(z.string()));
export type Problem = z.infer<typeof Problem>;

/**
 * State of a request. `proposed`: written by another source; nobody has submitted it yet. `awaiting_approval`: needs approval. `pending`: may be sent. `delivering`: stored before
 * sending, so its outcome is unknown after a crash. `outcome_unknown`: must be looked up first. `needs_review`: the
 * lookup was inconclusive, a person is asked. All others are final.
 */
const State = z.enum([
  'proposed',
  'awaiting_approval',
  'pending',
  'delivering',
  'outcome_unknown',
  'needs_review',
  'done',
  'rejected',
  'cancelled',
]);

export const Outcome = z.discriminatedUnion('kind', [
  /**
   * `resultId`: the id in the service; null if it returned none. `confirmed`: the service confirmed it in response to
   * a complete attempt; otherwise the person was found there or someone said so, and it's unknown whether sequences
   * were assigned.
   */
  z.object({
    kind: z.literal('done'),
    resultId: z.int().nullable(),
    confirmed: z.boolean().default(false),
  }),
  /** `by`: a Slack user id or `frontdesk`, if it wasn't the service that refused. */
  z.object({
    kind: z.literal('rejected'),
    problem: Problem,
    status: z.int(),
    by: z.string().optional(),
  }),
  z.object({
    kind: z.literal('cancelled'),
    by: z.string(),
    why: z.enum(['declined', 'lapsed']).optional(),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** A question to a person about an unclear outcome. Each comment says what "no" means. */
export const Question = z.discriminatedUnion('kind', [
  /**
   * A person with this address, but another name, was added since the first attempt. No: someone else, so it's
   * refused.
   */
  z.object({ kind: z.literal('isItThem'), resultId: z.int(), name: z.string() }),
  /** It can't be looked up, and a repeat may be harmful. No: send it again. */
  z.object({ kind: z.literal('isItThere') }),
  /** Refused after an attempt that may have worked, and it can't be looked up. No: the refusal counts. */
  z.object({ kind: z.literal('didItWork'), problem: Problem, status: z.int() }),
  /** Cancellation after an attempt that may have worked, and it can't be looked up. No: cancelled. */
  z.object({ kind: z.literal('isItTooLate') }),
]);
export type Question = z.infer<typeof Question>;

export const RequestContext = z.object({
  personName: z.string(),
  sequenceNames: z.array(z.string()),
  /** Undelivered messages, by purpose, with the reason; `apart` if a separate message reported it. */
  unreached: z
    .array(z.object({ purpose: z.string(), why: Unreached, apart: z.boolean().optional() }))
    .optional(),
  /** View id of the form, to show the outcome while it is open. */
  viewId: z.string(),
});
export type RequestContext = z.infer<typeof RequestContext>;

/** Columns common to all kinds of request; see `RequestTable`. */
export const StoredRequest = z.object({
  id: z.string(),
  subject: z.string(),
  submission: z.string(),
  requester: z.string(),
  state: State,
  attempts: z.int(),
  baseline: z.int().nullable(),
  outcomeUnknownAt: z.string().nullable(),
  question: Question.nullable(),
  cancelBy: z.string().nullable(),
  outcome: Outcome.nullable(),
  resultId: z.int().nullable(),
  service: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  keySentAt: z.string().nullable(),
  keyPromisedBy: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  day: z.string().nullable(),
  amendments: z.int(),
  revision: z.int(),
  calledOffAt: z.string().nullable(),
  endedDay: z.string().nullable(),
  email: z.string().nullable(),
  missingSince: z.string().nullable(),
  keptBy: z.string().nullable(),
  dismissedAt: z.string().nullable(),
});

export interface Request<Payload extends object = object, Context extends RequestContext = RequestContext>
  extends z.infer<typeof StoredRequest> {
  kind: string;
  payload: Payload;
  context: Context;
}

export function declinedBy({ outcome }: Pick<Request, 'outcome'>): string | undefined {
  return outcome?.kind === 'rejected' ? outcome.by : undefined;
}

export interface NewRequest<Payload extends object = object, Context extends RequestContext = RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'payload' | 'submission' | 'requester' | 'context'> {
  /**
   * Reference of the request that the person knows they are changing, or null for none. If another one about the same
   * person was completed since, this one isn't accepted. Undefined skips the check.
   */
  changes?: string | null | undefined;
  /** Reference of the proposal that becomes this request. */
  proposal?: string | undefined;
  /** Requires approval by this time. */
  approval?: { until: Date } | undefined;
}

/** A change of a completed request. It isn't sent to the service. */
export interface Amendment {
  kind: 'moved' | 'calledOff' | 'resumed';
  /** New and previous day; null for none. */
  day: string | null;
  before: string | null;
  by: string;
  /** The start ended because of the person's own last day. */
  isEnded?: boolean;
}

export interface Departure {
  id: string;
  requester: string;
  day: string;
  /** Time of completion, as ISO 8601. */
  endedAt: string;
}

export type CompanionDeparture = Departure & { employee: number };

export interface DeparturesAround {
  own: Departure | undefined;
  isAwaited: boolean;
  companions: readonly CompanionDeparture[];
}
