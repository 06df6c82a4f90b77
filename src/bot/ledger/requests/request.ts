import { z } from 'zod';
import { type NewMessage, type PlannedMessage, type ToldMessage, Unreached } from '../outbox/message.ts';
import type { RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/sql.ts';
import type { NewEvent } from '../webhooks/event.ts';

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
const StoredRequest = z.object({
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
  /** Whether the requester sees elsewhere that it is done, and needs no message. */
  isShown?: true;
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

/** Messages for later about a request, by the settings that the plan was made with. Doesn't throw. */
export type Plan = (request: Request) => readonly PlannedMessage[];

/** A step of a completed request, for other systems. */
export type EventNews =
  | { kind: 'done' }
  | { kind: 'amended'; amendment: Amendment }
  | { kind: 'reassigned'; before: Request; at: string }
  /** Its day has begun. */
  | { kind: 'begun' };

/** Messages at each event, as the features implement them. Texts are built at the time of sending. */
export interface Words {
  /** The plan by the settings of the moment. */
  plan(): Plan;
  ended(request: Request): NewMessage[];
  undecided(request: Request): NewMessage[];
  /** About a change of a completed request, to everyone notified about the request. */
  amended(request: Request, amendment: Amendment, told: readonly ToldMessage[]): NewMessage[];
  missing(start: Request): NewMessage[];
  /** Asks who may take a proposal about it. */
  proposed(proposal: Request): NewMessage[];
  approval(request: Request, news: ApprovalNews): NewMessage[];
  /** Events for other systems. */
  events(request: Request, news: EventNews): NewEvent[];
  /** When its day begins, where the person is; undefined without a day. */
  dayBegins(request: Request): Date | undefined;
  /** To HR: another system didn't take events. `day` is today. */
  eventsGivenUp(endpoint: string, day: string): NewMessage;
  /** To the requester or HR, about a message that couldn't be delivered; undefined if not worth reporting. */
  unreached(request: Request, message: { purpose: string; why: Unreached }): NewMessage | undefined;
}

export type ApprovalNews =
  | { kind: 'wanted' }
  /** `at`: time of the decision. */
  | { kind: 'approved'; by: string; at: Date }
  /** An approver has a question; `note` is the id of its text. */
  | { kind: 'asked'; note: number }
  | { kind: 'answered'; note: number; to: string | undefined };

/** Result of looking up an attempt in doubt. */
export type Finding =
  | { kind: 'ended'; outcome: Outcome }
  | { kind: 'absent' }
  | { kind: 'needs_review'; question: Question };

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
  /** Day of the request, or null. `on`: day of execution (today, as far as known), in the organization's zone. */
  day(payload: Payload, on: string): string | null;
  /** Whether the day is the person's first or last one. */
  bounds?: 'start' | 'end';
  /** The person's lower-case email address, if the subject is an id. */
  email?(context: Context): string | undefined;
  /** People besides the requester who may see the request once completed. */
  concerns?(request: { payload: Payload; context: Context }): readonly Concerned[];
  auditDetail?(request: { payload: Payload; context: Context }): object;
  deliver(request: Request<Payload, Context>): Promise<Outcome>;
  /** Looks up an attempt without a known outcome. @throws DeliveryFailure if that isn't possible now */
  reconcile(request: Request<Payload, Context>): Promise<Finding>;
  /** Outcome if a person says that it worked. */
  worked(request: Request<Payload, Context>, question: Question): Outcome;
  mistaken(question: Extract<Question, { kind: 'isItThem' }>, by: string): Outcome;
  /** Whether an earlier attempt's effect can cause this refusal, e.g. "already exists". */
  mayBeOwnEffect(problem: Problem): boolean;
  /** Outcome if another request already added the same person. Absent if that can't happen. */
  broughtBefore?(other: { id: string; name: string }): Outcome;
}

export type RequestTypes = ReturnType<typeof createRequestTypes>;

class UnknownKind extends Error {
  override name = 'UnknownKind';
}

export function createRequestTypes(types: readonly LedgerRequestType[]) {
  const byKind = new Map(types.map((type) => [type.kind, type]));

  /** @throws UnknownKind if no type has this kind, which is a programming error */
  function of(kind: string): LedgerRequestType {
    const type = byKind.get(kind);
    if (!type) throw new UnknownKind(`Nobody defines requests of kind ${kind}.`);
    return type;
  }

  function mustRead(row: RequestRow): Request {
    const { payload, context } = of(row.kind);
    return {
      ...StoredRequest.parse(columnsOf(row)),
      kind: row.kind,
      payload: payload.parse(JSON.parse(row.payload)),
      context: context.parse(JSON.parse(row.context)),
    };
  }

  /** Parses a stored row; undefined if there is none, it is damaged or from an incompatible version. */
  function read(row: RequestRow | undefined): Request | undefined {
    try {
      return row && mustRead(row);
    } catch (error) {
      const isOfTheRow = error instanceof z.ZodError || error instanceof SyntaxError;
      if (isOfTheRow || error instanceof UnknownKind) return undefined;
      throw error;
    }
  }

  /** Kinds whose day is a first or a last one; with an empty kind, since PostgreSQL takes no empty list. */
  const bounding = (which: 'start' | 'end') => [
    '',
    ...types.filter(({ bounds }) => bounds === which).map(({ kind }) => kind),
  ];

  return { of, mustRead, read, bounding };
}

/** Members of a request, and the columns they are stored in. */
const columns = Object.keys(StoredRequest.shape).map(
  (name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const,
);

function columnsOf(row: RequestRow): object {
  const values: Record<string, unknown> = row;
  return {
    ...Object.fromEntries(columns.map(([name, column]) => [name, values[column]])),
    outcome: JSON.parse(row.outcome ?? 'null'),
    question: JSON.parse(row.question ?? 'null'),
  };
}

/**
 * Locks the row on PostgreSQL until the transaction ends. Returns undefined if it can't be read or its
 * details were deleted.
 */
export async function readLocked(
  { db, types }: { db: Handle; types: RequestTypes },
  id: string,
): Promise<Request | undefined> {
  const own = db.updateTable('requests').set({ id }).where('id', '=', id).where('forgotten_at', 'is', null);
  return types.read(await own.returningAll().executeTakeFirst());
}
