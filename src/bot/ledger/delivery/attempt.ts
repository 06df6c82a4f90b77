import type { Request } from '../requests/request.ts';
import type { Finding, LedgerRequestType } from '../requests/request-type.ts';
import { repeatAfter, settledAfter } from './backoff.ts';
import type { Destination } from './destination.ts';
import { DeliveryFailure, KeyUsed, Rejected } from './failure.ts';
import { keyUsedBefore } from './stored-messages.ts';

/** It has ended, or cannot be found out. */
type Answer = Exclude<Finding, { kind: 'absent' }>;

/** What one attempt came to. */
export type AttemptResult =
  | Answer
  /** An earlier attempt may still have its effect: look again after so many milliseconds. */
  | { kind: 'unsettled'; wait: number }
  /** With whether this attempt may have had an effect. */
  | { kind: 'failed'; failure: DeliveryFailure; outcomeUnknown: boolean }
  /** Somebody else holds the request. */
  | { kind: 'lost' };

interface AttemptOptions {
  type: LedgerRequestType;
  destination: Destination;
  now: Date;
  /** Writes down that the API is about to hear of it once more. @returns false when somebody else holds it */
  beforeSending: () => Promise<boolean>;
}

/**
 * One attempt at a request that was taken: find out first where an earlier one is in doubt, then send.
 * @param request as it was taken: `delivering` is free to be sent, `outcome_unknown` has an attempt in doubt
 * @throws whatever is not a failure of the service or the connection: those are results
 */
export async function attempt(request: Request, options: AttemptOptions): Promise<AttemptResult> {
  try {
    const before = request.state === 'outcome_unknown' ? await afterDoubt(request, options) : undefined;
    return before ?? (await send(request, options));
  } catch (failure) {
    return failed(failure, { sent: false });
  }
}

/** @returns undefined when it may be sent again */
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

/** Whether waiting would make it no clearer: it has ended, or there is somebody to ask about. */
function isAnswer(finding: Finding): finding is Answer {
  return (
    finding.kind === 'ended' || (finding.kind === 'needs_review' && finding.question.kind === 'isItThem')
  );
}

async function once({ beforeSending }: AttemptOptions): Promise<{ kind: 'lost' } | undefined> {
  return (await beforeSending()) ? undefined : { kind: 'lost' };
}

/** "Nothing was done" is only said where that was looked up. */
function cancelled(finding: Finding, by: string): AttemptResult {
  if (finding.kind === 'absent') return { kind: 'ended', outcome: { kind: 'cancelled', by } };
  return { kind: 'needs_review', question: { kind: 'isItTooLate' } };
}

async function send(request: Request, options: AttemptOptions): Promise<AttemptResult> {
  // Somebody wants it cancelled, and no attempt is in doubt: it is not sent.
  if (request.cancelBy !== null && request.outcomeUnknownAt === null)
    return { kind: 'ended', outcome: { kind: 'cancelled', by: request.cancelBy } };
  try {
    return { kind: 'ended', outcome: await options.type.deliver(request) };
  } catch (failure) {
    // Where nobody promised anything about keys, it is as unclear as any other answer.
    if (failure instanceof KeyUsed && request.keyPromisedBy) return keyUsed(request, failure, options);
    if (failure instanceof Rejected) return refused(request, failure, options);
    return failed(failure, { sent: true });
  }
}

/**
 * A refusal ends the request, except where an earlier attempt may have worked after all: what now stands in the way
 * ("already exists") can be its effect, and a slow worker may still be at it. From the second attempt on that is asked
 * also where every attempt before seemed to have none.
 */
async function refused(
  request: Request,
  { problem, status }: Rejected,
  { type, destination, now }: AttemptOptions,
): Promise<AttemptResult> {
  const believed: AttemptResult = { kind: 'ended', outcome: { kind: 'rejected', problem, status } };
  const mayBeOwnEffect = type.mayBeOwnEffect(problem);
  if (request.outcomeUnknownAt === null && (request.attempts <= 1 || !mayBeOwnEffect)) return believed;
  // Who promises that repeats are safe, before and after, would have given the first one's answer again.
  if (!mayBeOwnEffect && (await stillPromises(destination, request))) return believed;
  const finding = await type.reconcile(request);
  if (isAnswer(finding)) return finding;
  const wait = untilSettled(request, now, settledAfter);
  if (wait > 0) return { kind: 'unsettled', wait };
  if (finding.kind === 'absent') return believed;
  return { kind: 'needs_review', question: { kind: 'didItWork', problem, status } };
}

/** Whether the promise stands; where that cannot be asked now, it is not relied on. */
async function stillPromises(destination: Destination, request: Request): Promise<boolean> {
  try {
    return await destination.mayRepeat(request);
  } catch (error) {
    if (error instanceof DeliveryFailure) return false;
    throw error;
  }
}

/** Something was done with the request's key: only what can be looked up is known of it. */
async function keyUsed(
  request: Request,
  { status }: KeyUsed,
  { type }: AttemptOptions,
): Promise<AttemptResult> {
  const finding = await type.reconcile(request);
  if (isAnswer(finding)) return finding;
  const problem = { non_field_errors: [keyUsedBefore[status]] };
  return { kind: 'needs_review', question: { kind: 'didItWork', problem, status } };
}

function untilSettled({ outcomeUnknownAt }: Request, now: Date, after: number): number {
  if (outcomeUnknownAt === null) return 0;
  // Never longer, also where the clock was set back since.
  return Math.min(new Date(outcomeUnknownAt).getTime() + after - now.getTime(), after);
}

function failed(failure: unknown, { sent }: { sent: boolean }): AttemptResult {
  if (!(failure instanceof DeliveryFailure)) throw failure;
  return { kind: 'failed', failure, outcomeUnknown: sent && failure.facts.mayHaveHadEffect };
}
