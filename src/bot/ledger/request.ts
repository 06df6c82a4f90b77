import { z } from 'zod';
import { NewHire } from '../../contract/new-hire.ts';
import { Offboarding } from '../../contract/offboarding.ts';
import { Problem } from '../../contract/problem.ts';
import type { RequestRow } from './schema.ts';

/**
 * Where a request stands. `waiting` may be sent; `sending` was written down before the API heard of it, so after
 * a crash its outcome is unknown; `unknown` must be looked up before anything else. The others are ends.
 */
export const State = z.enum(['waiting', 'sending', 'unknown', 'done', 'refused', 'cancelled']);
export type State = z.infer<typeof State>;

/** How a request ended. */
export const Outcome = z.discriminatedUnion('kind', [
  /** The id in the service; null where the service does not tell it. */
  z.object({ kind: z.literal('done'), employeeId: z.int().nullable() }),
  z.object({ kind: z.literal('refused'), problem: Problem, status: z.int() }),
  z.object({ kind: z.literal('cancelled'), by: z.string() }),
]);
export type Outcome = z.infer<typeof Outcome>;

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
  wasUnknown: z.boolean(),
  trouble: z.string().nullable(),
  outcome: Outcome.nullable(),
  createdAt: z.string(),
};

/** A request as the rest of Frontdesk sees it. */
export const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('newhire'), payload: NewHire, ...common }),
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
  >;
}[RequestKind];

/** Reads a stored row; throws where the row is not one of ours. */
export function toRequest(row: RequestRow): Request {
  return Request.parse({
    ...row,
    payload: JSON.parse(row.payload),
    context: JSON.parse(row.context),
    outcome: row.outcome === null ? null : JSON.parse(row.outcome),
    wasUnknown: row.was_unknown === 1,
    createdAt: row.created_at,
  });
}
