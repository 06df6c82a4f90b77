import { z } from 'zod';
import { NewHire } from '../../../contract/new-hire.ts';
import { Offboarding } from '../../../contract/offboarding.ts';
import { Problem } from '../../../contract/problem.ts';
import { roleLabel } from '../../../contract/role.ts';
import { Unreached } from '../outbox/message.ts';
import type { RequestRow } from '../tables/schema.ts';

/**
 * Where a request stands. `waiting` may be sent; `sending` was written down before the API heard of it, so after
 * a crash its outcome is unknown; `unknown` must be looked up before anything else; `undecided` could not be found
 * out and waits for a person. The others are ends.
 */
export const State = z.enum(['waiting', 'sending', 'unknown', 'undecided', 'done', 'refused', 'cancelled']);
export type State = z.infer<typeof State>;

/** How a request ended. */
export const Outcome = z.discriminatedUnion('kind', [
  /**
   * The id in the service; null where the service does not tell it. `confirmed`: the service itself said so, to an
   * attempt with everything in it. Otherwise the person was found there, or somebody said so: whether the sequences
   * were assigned is not known.
   */
  z.object({
    kind: z.literal('done'),
    employeeId: z.int().nullable(),
    confirmed: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('refused'), problem: Problem, status: z.int() }),
  z.object({ kind: z.literal('cancelled'), by: z.string() }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What could not be found out, so that a person is asked. "No" means what stands here. */
export const Question = z.discriminatedUnion('kind', [
  /** Somebody with the address is there, under another name, since we first tried. No: somebody else, refused. */
  z.object({ kind: z.literal('isItThem'), employeeId: z.int(), name: z.string() }),
  /** It cannot be looked up, and a repeat may not be harmless. No: it is sent again. */
  z.object({ kind: z.literal('isItThere') }),
  /** It was refused after an attempt that may have worked, and cannot be looked up. No: the refusal counts. */
  z.object({ kind: z.literal('didItWork'), problem: Problem, status: z.int() }),
  /** It is to be cancelled after an attempt that may have worked, and cannot be looked up. No: cancelled. */
  z.object({ kind: z.literal('isItTooLate') }),
]);
export type Question = z.infer<typeof Question>;

/** A request that was carried out, to whoever changes what it brought about. */
export const EarlierRequest = z.object({
  id: z.string(),
  /** The Slack user who submitted it. */
  requester: z.string(),
  /** The day that it set. */
  day: z.string(),
  /** Everybody who submitted it or one that it changed in its turn. */
  knownTo: z.array(z.string()),
});
export type EarlierRequest = z.infer<typeof EarlierRequest>;

/** What messages say beside what is sent, and where the form was. */
export const RequestContext = z.object({
  /** The person's name as the requester saw it. */
  personName: z.string(),
  /** The Slack address of a person is looked up by these. */
  managerEmail: z.string().optional(),
  buddyEmail: z.string().optional(),
  managerName: z.string().optional(),
  buddyName: z.string().optional(),
  sequenceNames: z.array(z.string()),
  /** What the person is to be in the service, where that is not simply a new hire, as it was confirmed. */
  role: z.object({ label: z.string(), givesRights: z.boolean() }).optional(),
  /** What it changes: an earlier request about the same person that was carried out. */
  earlier: EarlierRequest.optional(),
  /** Whom a message about it could not reach, by its purpose, and why. */
  unreached: z.array(z.object({ purpose: z.string(), why: Unreached })).optional(),
  /** The form's view, to show the outcome in it while it is open. */
  viewId: z.string(),
});
export type RequestContext = z.infer<typeof RequestContext>;

const common = {
  id: z.string(),
  subject: z.string(),
  submission: z.string(),
  requester: z.string(),
  context: RequestContext,
  state: State,
  attempts: z.int(),
  /** See the row. */
  highestIdBefore: z.int().nullable(),
  doubtedAt: z.string().nullable(),
  question: Question.nullable(),
  cancelBy: z.string().nullable(),
  trouble: z.string().nullable(),
  outcome: Outcome.nullable(),
  /** See the row. */
  idempotencyKey: z.string().nullable(),
  keySentAt: z.string().nullable(),
  keyPromisedBy: z.string().nullable(),
  createdAt: z.string(),
};

/** The address was checked when it was handed in, maybe by an earlier version with other rules. */
const StoredHire = NewHire.extend({ email: z.string() });

/** A request as the rest of Frontdesk sees it. */
export const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('newhire'), payload: StoredHire, ...common }),
  z.object({ kind: z.literal('offboarding'), payload: Offboarding, ...common }),
]);
export type Request = z.infer<typeof Request>;
export type RequestKind = Request['kind'];
export type RequestOf<Kind extends RequestKind> = Extract<Request, { kind: Kind }>;

/** What a person submitted. */
export type NewRequest = {
  [Kind in RequestKind]: Pick<
    RequestOf<Kind>,
    'kind' | 'payload' | 'subject' | 'submission' | 'requester' | 'context'
  > & {
    /** The day that it is about, by which it is found among what lies ahead; null where it names none. */
    day: string | null;
    /**
     * The reference of the request that the person knows to change, or null for none: when another one was carried out
     * about the same person meanwhile, this one is not taken. Undefined where that does not matter.
     */
    changes?: string | null | undefined;
  };
}[RequestKind];

/** What the audit log says of a request beside whom it is about: which role the person was to get. */
export function auditDetail(
  request: Pick<NewRequest, 'kind' | 'payload' | 'context'>,
): { role: string } | undefined {
  const { payload, context } = request;
  return 'role' in payload ? { role: context.role?.label ?? roleLabel(payload.role) } : undefined;
}

/** Reads a stored row; undefined where it was damaged, or written by a version that knows more or less than this one. */
export function readRequest(row: RequestRow): Request | undefined {
  try {
    return toRequest(row);
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads a stored row; throws where the row is not one of ours, or its details were dropped. */
export function toRequest(row: RequestRow): Request {
  return Request.parse({
    ...row,
    payload: JSON.parse(row.payload),
    context: JSON.parse(row.context),
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    question: row.question === null ? null : JSON.parse(row.question),
    highestIdBefore: row.highest_id_before,
    doubtedAt: row.doubted_at,
    cancelBy: row.cancel_by,
    idempotencyKey: row.idempotency_key,
    keySentAt: row.key_sent_at,
    keyPromisedBy: row.key_promised_by,
    createdAt: row.created_at,
  });
}
