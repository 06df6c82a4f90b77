import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { repeatAfter, settledAfter } from '../queue.ts';
import type { Finding, LedgerRequestType, Outcome, Problem, Request } from '../requests/request.ts';

export interface Destination {
  /**
   * State of the service before an attempt, for finding its effect later: a growing number such as the highest id.
   * Recent, not live; undefined until `prepare` was called.
   */
  baseline(): number | undefined;
  promised: Promised;
  /** Loads the data required before sending. @returns the failure, if any */
  prepare(): Promise<DeliveryFailure | undefined>;
  /**
   * Whether the service promises, now and before each earlier attempt, that repeating the request changes nothing.
   * @throws DeliveryFailure if the service can't be asked
   */
  mayRepeat(request: Request): Promise<boolean>;
  address(): string | undefined;
  probe(): Promise<DeliveryFailure | undefined>;
  notSupported: Outcome;
  needsPeople(code: string): boolean;
  errorOf(code: string): Error;
}

/** Answer of the service that decides the next step. */
export type Answer =
  | { kind: 'rejected'; problem: Problem; status: number }
  /** The key was used before: for different details (422), or for an effect that was removed since (410). */
  | { kind: 'keyUsed'; status: 410 | 422 }
  | { kind: 'inProgress' }
  | { kind: 'notSupported' };

interface Facts {
  mayHaveHadEffect: boolean;
  /** Nothing was sent, or the service refused access. */
  untouched?: boolean;
  /** Problem that affects every request, as the destination's code; undefined if it may be specific to this request. */
  outage?: string | undefined;
  isCertain?: boolean;
  retryAfter?: number | undefined;
  answer?: Answer | undefined;
}

/** A request failed or its outcome is unknown. Holds the facts that decide the next step. */
export class DeliveryFailure extends Error {
  readonly error: Error;
  readonly facts: Facts;

  constructor(error: Error, facts: Facts) {
    super(error.message, { cause: error });
    this.name = error.name;
    this.error = error;
    this.facts = facts;
  }
}

type Found = Exclude<Finding, { kind: 'absent' }>;

export type AttemptResult =
  | Found
  /** An earlier attempt may still take effect: look again after `wait` milliseconds. */
  | { kind: 'unsettled'; wait: number }
  | { kind: 'failed'; failure: DeliveryFailure; outcomeUnknown: boolean }
  | { kind: 'lost' };

interface AttemptOptions {
  type: LedgerRequestType;
  destination: Destination;
  now: Date;
  beforeSending: () => Promise<boolean>;
}

/**
 * Makes one attempt at a claimed request. If an earlier attempt is in doubt, its outcome is looked up before sending.
 * @param request as claimed: `delivering` may be sent, `outcome_unknown` has an attempt in doubt
 * @throws errors other than failures of the service or the connection, which are returned as results
 */
export async function attempt(request: Request, options: AttemptOptions): Promise<AttemptResult> {
  try {
    const before = request.state === 'outcome_unknown' ? await afterDoubt(request, options) : undefined;
    return before ?? (await send(request, options));
  } catch (failure) {
    return failed(failure, { sent: false });
  }
}

async function afterDoubt(request: Request, options: AttemptOptions): Promise<AttemptResult | undefined> {
  const { type, destination, now } = options;
  if (request.cancelBy === null && (await destination.mayRepeat(request))) return once(options);
  const finding = await type.reconcile(request);
  if (isAnswer(finding)) return finding;
  const mayBeRepeated = finding.kind === 'absent' && request.cancelBy === null;
  const wait = untilSettled(request, now, mayBeRepeated ? repeatAfter : settledAfter);
  if (wait > 0) return { kind: 'unsettled', wait };
  if (request.cancelBy !== null) return cancelled(finding, request.cancelBy);
  return finding.kind === 'absent' ? once(options) : finding;
}

/** Whether waiting can't make the finding clearer: the request has ended, or a person can be asked about a match. */
function isAnswer(finding: Finding): finding is Found {
  return (
    finding.kind === 'ended' || (finding.kind === 'needs_review' && finding.question.kind === 'isItThem')
  );
}

async function once({ beforeSending }: AttemptOptions): Promise<{ kind: 'lost' } | undefined> {
  return (await beforeSending()) ? undefined : { kind: 'lost' };
}

/** Claims that nothing was done only if a lookup showed it. */
function cancelled(finding: Finding, by: string): AttemptResult {
  if (finding.kind === 'absent') return { kind: 'ended', outcome: { kind: 'cancelled', by } };
  return { kind: 'needs_review', question: { kind: 'isItTooLate' } };
}

async function send(request: Request, options: AttemptOptions): Promise<AttemptResult> {
  // Cancellation requested and no attempt in doubt: don't send.
  if (request.cancelBy !== null && request.outcomeUnknownAt === null)
    return { kind: 'ended', outcome: { kind: 'cancelled', by: request.cancelBy } };
  try {
    return { kind: 'ended', outcome: await options.type.deliver(request) };
  } catch (failure) {
    const answer = failure instanceof DeliveryFailure ? failure.facts.answer : undefined;
    // Without a promise about keys, this answer proves nothing.
    if (answer?.kind === 'keyUsed' && request.keyPromisedBy) return keyUsed(request, answer, options);
    if (answer?.kind === 'rejected') return refused(request, answer, options);
    return failed(failure, { sent: true });
  }
}

/**
 * A refusal ends the request unless an earlier attempt may have worked: "already exists" can be its effect, and a
 * slow worker may still be running. From the second attempt on this is checked even if all earlier attempts seemed to
 * have no effect.
 */
async function refused(
  request: Request,
  { problem, status }: Extract<Answer, { kind: 'rejected' }>,
  { type, destination, now }: AttemptOptions,
): Promise<AttemptResult> {
  const believed: AttemptResult = { kind: 'ended', outcome: { kind: 'rejected', problem, status } };
  const mayBeOwnEffect = type.mayBeOwnEffect(problem);
  if (request.outcomeUnknownAt === null && (request.attempts <= 1 || !mayBeOwnEffect)) return believed;
  // A service that promised safe repeats, before and now, would have repeated its first answer.
  if (!mayBeOwnEffect && (await stillPromises(destination, request))) return believed;
  const finding = await type.reconcile(request);
  if (isAnswer(finding)) return finding;
  const wait = untilSettled(request, now, settledAfter);
  if (wait > 0) return { kind: 'unsettled', wait };
  if (finding.kind === 'absent') return believed;
  return { kind: 'needs_review', question: { kind: 'didItWork', problem, status } };
}

/** Whether the promise still holds; false if the service can't be asked now. */
async function stillPromises(destination: Destination, request: Request): Promise<boolean> {
  try {
    return await destination.mayRepeat(request);
  } catch (error) {
    if (error instanceof DeliveryFailure) return false;
    throw error;
  }
}

/** The key was used before: a lookup is the only way to find the outcome. */
async function keyUsed(
  request: Request,
  { status }: Extract<Answer, { kind: 'keyUsed' }>,
  { type }: AttemptOptions,
): Promise<AttemptResult> {
  const finding = await type.reconcile(request);
  if (isAnswer(finding)) return finding;
  const problem = { non_field_errors: [keyUsedBefore[status]] };
  return { kind: 'needs_review', question: { kind: 'didItWork', problem, status } };
}

function untilSettled({ outcomeUnknownAt }: Request, now: Date, after: number): number {
  if (outcomeUnknownAt === null) return 0;
  // Bounded, in case the clock was set back since.
  return Math.min(new Date(outcomeUnknownAt).getTime() + after - now.getTime(), after);
}

function failed(failure: unknown, { sent }: { sent: boolean }): AttemptResult {
  if (!(failure instanceof DeliveryFailure)) throw failure;
  return { kind: 'failed', failure, outcomeUnknown: sent && failure.facts.mayHaveHadEffect };
}

/** Refusals by HTTP status, in the form of the service's own messages. */
const keyUsedBefore = {
  422: 'It already received this request with different details.',
  410: 'It carried out this request earlier, and the person has been removed since.',
};

/**
 * Time after the first attempt during which a repeat is recognized, in milliseconds. The service keeps keys for seven
 * days; one day is a margin for clock differences.
 */
const keysAreKeptFor = 6 * 86_400_000;

/**
 * Fingerprint of the service's address and token (keys belong to their owner) if the service promised, before an
 * attempt, that repeating the request's key is safe; empty otherwise.
 */
export type Promised = (request: { kind: string; idempotencyKey: string | null }) => string;

/** Begins with the reference, to be found in the service's log (draft-ietf-httpapi-idempotency-key-header). */
export function newKey(id: string): string {
  return `${id}-${randomUUID()}`;
}

/**
 * Columns to store before a request is sent: time of the first use of the key, and the promiser of all attempts
 * (empty if they differ).
 */
export function sentWithKey(promisedBy: string, now: Date) {
  return {
    key_sent_at: sql<string>`coalesce(key_sent_at, ${now.toISOString()})`,
    key_promised_by: sql<string>`case when key_promised_by is null or key_promised_by = ${promisedBy}
      then ${promisedBy} else '' end`,
  };
}

/** Columns of a key that, as far as is known, was never sent. */
export const keyUnsent = { key_sent_at: null, key_promised_by: null } as const;

/** Whether every attempt so far carried the key to `sender`, who promised safe repeats and still keeps the key. */
export function isCovered(request: Request, sender: string | undefined, now: Date): boolean {
  const { idempotencyKey, keySentAt, keyPromisedBy } = request;
  if (idempotencyKey === null || keySentAt === null || !keyPromisedBy || keyPromisedBy !== sender)
    return false;
  const age = now.getTime() - new Date(keySentAt).getTime();
  // After a clock was set back, the age is unknown.
  return age >= 0 && age < keysAreKeptFor;
}
