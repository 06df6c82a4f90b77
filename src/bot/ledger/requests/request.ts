import { z } from 'zod';
import { Unreached } from '../outbox/message.ts';

/** What was not accepted: sentences by field. */
const Problem = z.record(z.string(), z.array(z.string()));
export type Problem = z.infer<typeof Problem>;

/**
 * Where a request stands. `awaiting_approval` waits until somebody else approves it; `pending` may be sent; `delivering` was written down before the other side heard of it, so
 * after a crash its outcome is unknown; `outcome_unknown` must be looked up before anything else; `needs_review` could
 * not be found out and waits for a person. The others are ends.
 */
const State = z.enum([
  'awaiting_approval',
  'pending',
  'delivering',
  'outcome_unknown',
  'needs_review',
  'done',
  'rejected',
  'cancelled',
]);

/** How a request ended. */
export const Outcome = z.discriminatedUnion('kind', [
  /**
   * The id in the service; null where the service does not tell it. `confirmed`: the service itself said so, to an
   * attempt with everything in it. Otherwise the person was found there, or somebody said so: whether the sequences
   * were assigned is not known.
   */
  z.object({
    kind: z.literal('done'),
    resultId: z.int().nullable(),
    confirmed: z.boolean().default(false),
  }),
  /** `by`: who declined it where the service didn't, a Slack user or `frontdesk`. */
  z.object({
    kind: z.literal('rejected'),
    problem: Problem,
    status: z.int(),
    by: z.string().optional(),
  }),
  z.object({
    kind: z.literal('cancelled'),
    by: z.string(),
    /** Whoever had to approve it declined, or nobody decided in time. */
    why: z.enum(['declined', 'lapsed']).optional(),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What could not be found out, so that a person is asked. "No" means what stands here. */
export const Question = z.discriminatedUnion('kind', [
  /** Somebody with the address is there, under another name, since we first tried. No: somebody else, refused. */
  z.object({ kind: z.literal('isItThem'), resultId: z.int(), name: z.string() }),
  /** It cannot be looked up, and a repeat may not be harmless. No: it is sent again. */
  z.object({ kind: z.literal('isItThere') }),
  /** It was refused after an attempt that may have worked, and cannot be looked up. No: the refusal counts. */
  z.object({ kind: z.literal('didItWork'), problem: Problem, status: z.int() }),
  /** It is to be cancelled after an attempt that may have worked, and cannot be looked up. No: cancelled. */
  z.object({ kind: z.literal('isItTooLate') }),
]);
export type Question = z.infer<typeof Question>;

/** What the ledger has to know beside what is sent; each kind of request adds what its messages say. */
export const RequestContext = z.object({
  /** The person's name as the requester saw it. */
  personName: z.string(),
  /** Whom a message about it could not reach, by its purpose, and why; `apart` where a message of its own says so. */
  unreached: z
    .array(z.object({ purpose: z.string(), why: Unreached, apart: z.boolean().optional() }))
    .optional(),
  /** The form's view, to show the outcome in it while it is open. */
  viewId: z.string(),
});
export type RequestContext = z.infer<typeof RequestContext>;

/** What every request has, whatever its kind. */
export const StoredRequest = z.object({
  id: z.string(),
  subject: z.string(),
  submission: z.string(),
  requester: z.string(),
  state: State,
  attempts: z.int(),
  /** See the row. */
  baseline: z.int().nullable(),
  outcomeUnknownAt: z.string().nullable(),
  question: Question.nullable(),
  cancelBy: z.string().nullable(),
  lastError: z.string().nullable(),
  outcome: Outcome.nullable(),
  /** See the row. */
  idempotencyKey: z.string().nullable(),
  keySentAt: z.string().nullable(),
  keyPromisedBy: z.string().nullable(),
  createdAt: z.string(),
  /** See the row. */
  day: z.string().nullable(),
  amendments: z.int(),
  revision: z.int(),
  calledOffAt: z.string().nullable(),
  endedDay: z.string().nullable(),
  missingSince: z.string().nullable(),
  keptBy: z.string().nullable(),
  dismissedAt: z.string().nullable(),
});

/** A request as the rest of Frontdesk sees it. */
export interface Request<Payload extends object = object, Context extends RequestContext = RequestContext>
  extends z.infer<typeof StoredRequest> {
  kind: string;
  payload: Payload;
  context: Context;
}

/** Who declined it where the service didn't: a Slack user, or `frontdesk`. */
export function declinedBy({ outcome }: Pick<Request, 'outcome'>): string | undefined {
  return outcome?.kind === 'rejected' ? outcome.by : undefined;
}

/** What a person submitted. */
export interface NewRequest<Payload extends object = object, Context extends RequestContext = RequestContext>
  extends Pick<Request<Payload, Context>, 'kind' | 'payload' | 'submission' | 'requester' | 'context'> {
  /**
   * The reference of the request that the person knows to change, or null for none: when another one was carried out
   * about the same person meanwhile, this one is not taken. Undefined where that does not matter.
   */
  changes?: string | null | undefined;
  /** Somebody else has to approve it before it is sent, by then. */
  approval?: { until: Date } | undefined;
}

/** What a person says of a request that was carried out; the other side does not hear of it. */
export interface Amendment {
  /** Another day counts; it is called off; it was, and stands again. */
  kind: 'moved' | 'calledOff' | 'resumed';
  /** The day that counts from now on, and the one that counted before; null for none. */
  day: string | null;
  before: string | null;
  /** The Slack user who says so. */
  by: string;
  /** The person's own last day ended the start. */
  isEnded?: boolean;
}

/** A request about somebody's last day that was carried out and counts. */
export interface Departure {
  /** The request's reference. */
  id: string;
  requester: string;
  day: string;
  /** When it was carried out, as ISO 8601. */
  endedAt: string;
}

/** The departure of a manager or buddy, by the id at the service. */
export type CompanionDeparture = Departure & { employee: number };

/** The departures that bear on a start. */
export interface DeparturesAround {
  /** The last day of the person who starts. */
  own: Departure | undefined;
  /** Whether an offboarding that would end the start was handed in, and its outcome isn't known yet. */
  isAwaited: boolean;
  companions: readonly CompanionDeparture[];
}
