import type { z } from 'zod';
import type { Outcome, Problem, Question, Request, RequestContext } from './request.ts';

/** Result of looking up an attempt in doubt. */
export type Finding =
  | { kind: 'ended'; outcome: Outcome }
  | { kind: 'absent' }
  | { kind: 'needs_review'; question: Question };

/** A person by Slack user, lower-case email address, or employee id in the service. */
export type Concerned = { user: string } | { email: string } | { employee: number };

/** Behavior of one kind of request. `Payload` is sent to the service; `Context` is additional data for messages. */
export interface LedgerRequestType<
  Payload extends object = object,
  Context extends RequestContext = RequestContext,
> {
  kind: string;
  /** Schemas of stored data; must accept data of earlier versions. */
  payload: z.ZodType<Payload>;
  context: z.ZodType<Context>;
  /** Identifies the person; only one open request per subject is allowed. */
  subject(payload: Payload): string;
  /**
   * Day the request is about; null without one.
   * @param on day of execution (today, as far as known), in the organization's zone
   */
  day(payload: Payload, on: string): string | null;
  /** Whether the day is the person's first or last one. */
  bounds?: 'start' | 'end';
  /** The person's lower-case email address, if the subject is an id. */
  email?(context: Context): string | undefined;
  /** People besides the requester who may see the request once completed. */
  concerns?(request: { payload: Payload; context: Context }): readonly Concerned[];
  auditDetail?(request: { payload: Payload; context: Context }): object;
  /** Makes one attempt. @throws DeliveryFailure */
  deliver(request: Request<Payload, Context>): Promise<Outcome>;
  /** Looks up an attempt without a known outcome. @throws DeliveryFailure if that isn't possible now */
  reconcile(request: Request<Payload, Context>): Promise<Finding>;
  /** Outcome if a person says that it worked. */
  worked(request: Request<Payload, Context>, question: Question): Outcome;
  /** Outcome if a person says that the match found is someone else. */
  mistaken(question: Extract<Question, { kind: 'isItThem' }>, by: string): Outcome;
  /** Whether an earlier attempt's effect can cause this refusal, e.g. "already exists". */
  mayBeOwnEffect(problem: Problem): boolean;
  /** Outcome if another request already added the same person. Absent if that can't happen. */
  broughtBefore?(other: { id: string; name: string }): Outcome;
}
