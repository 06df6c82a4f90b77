import type { z } from 'zod';
import type { Outcome, Problem, Question, Request, RequestContext } from './request.ts';

/** What was found out about an attempt in doubt. */
export type Finding =
  | { kind: 'ended'; outcome: Outcome }
  /** It has had no effect so far. */
  | { kind: 'absent' }
  | { kind: 'needs_review'; question: Question };

/** Somebody by what is known of them: their Slack user, their address in lower case, or their id at the service. */
export type Concerned = { user: string } | { email: string } | { employee: number };

/**
 * What makes a request one of its kind, as far as the ledger goes. `Payload` is what is sent, `Context` what messages
 * say beside it.
 */
export interface LedgerRequestType<
  Payload extends object = object,
  Context extends RequestContext = RequestContext,
> {
  kind: string;
  /** How both are read from the database, maybe as an earlier version wrote them. */
  payload: z.ZodType<Payload>;
  context: z.ZodType<Context>;
  /** Whom it is about, in the form that must not be open twice. */
  subject(payload: Payload): string;
  /**
   * The day that it is about, by which it is found among what lies ahead; null where there is none.
   * @param on the day on which it is carried out, in the organization's zone: as far as is known, today
   */
  day(payload: Payload, on: string): string | null;
  /** Whether its day is the first or the last one of the person. */
  bounds?: 'start' | 'end';
  /** The person's address in lower case, where the subject is their id and the address is known. */
  email?(context: Context): string | undefined;
  /** Who may see it once it is done, beside whoever submitted it. */
  concerns?(request: { payload: Payload; context: Context }): readonly Concerned[];
  /** What the audit log says beside whom it is about. */
  auditDetail?(request: { payload: Payload; context: Context }): object;
  /** One attempt. @throws DeliveryFailure */
  deliver(request: Request<Payload, Context>): Promise<Outcome>;
  /** After an attempt without a known outcome. @throws DeliveryFailure when it cannot be found out now */
  reconcile(request: Request<Payload, Context>): Promise<Finding>;
  /** How it ended when a person says that it worked. */
  worked(request: Request<Payload, Context>, question: Question): Outcome;
  /** How it ended when a person says that what was found is something else. */
  mistaken(question: Extract<Question, { kind: 'isItThem' }>, by: string): Outcome;
  /** Whether a refusal can come from what an earlier attempt brought about: "already exists", say. */
  mayBeOwnEffect(problem: Problem): boolean;
  /** How it ends where another one, by that name, has brought its result already. Absent where each brings its own. */
  broughtBefore?(other: { id: string; name: string }): Outcome;
}
