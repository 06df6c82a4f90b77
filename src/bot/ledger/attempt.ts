import { NotConnected } from '../onboarding/client.ts';
import { OnboardingFailure, Refused } from '../onboarding/errors.ts';
import { repeatAfter, settledAfter } from './pauses.ts';
import type { Outcome, Question, Request } from './request.ts';
import { along, type Ways } from './ways.ts';

/** What one attempt came to. */
export type AttemptResult =
  | { kind: 'ended'; outcome: Outcome }
  /** It cannot be found out. */
  | { kind: 'undecided'; question: Question }
  /** An earlier attempt may still have its effect: look again after so many milliseconds. */
  | { kind: 'unsettled'; wait: number }
  | {
      kind: 'failed';
      failure: Error;
      /** Whether this attempt may have had an effect. */
      doubted: boolean;
    }
  /** Somebody else holds the request. */
  | { kind: 'lost' };

export interface AttemptOptions {
  ways: Ways;
  now: Date;
  /** Writes down that the API is about to hear of it once more. @returns false when somebody else holds it */
  beforeSending: () => Promise<boolean>;
}

/**
 * One attempt at a request that was taken: find out first where an earlier one is in doubt, then send.
 * @param request as it was taken: `sending` is free to be sent, `unknown` has an attempt in doubt
 * @throws whatever is not a failure of the service or the connection: those are results
 */
export async function attempt(request: Request, options: AttemptOptions): Promise<AttemptResult> {
  try {
    const before = request.state === 'unknown' ? await afterDoubt(request, options) : undefined;
    return before ?? (await send(request, options));
  } catch (failure) {
    return failed(failure, false);
  }
}

/** @returns undefined when it may be sent again */
async function afterDoubt(request: Request, options: AttemptOptions): Promise<AttemptResult | undefined> {
  const { ways, now, beforeSending } = options;
  const finding = await along(ways, request).findOut();
  if (finding.kind !== 'absent') return finding;
  const { cancelBy } = request;
  const wait = untilSettled(request, now, cancelBy === null ? repeatAfter : settledAfter);
  if (wait > 0) return { kind: 'unsettled', wait };
  if (cancelBy !== null) return cancelled(request, cancelBy, options);
  return (await beforeSending()) ? undefined : { kind: 'lost' };
}

/** "Nothing was done" is only said where that was looked up. */
function cancelled(request: Request, by: string, { ways }: AttemptOptions): AttemptResult {
  if (along(ways, request).canBeLookedUp) return { kind: 'ended', outcome: { kind: 'cancelled', by } };
  return { kind: 'undecided', question: { kind: 'isItTooLate' } };
}

async function send(request: Request, options: AttemptOptions): Promise<AttemptResult> {
  // Somebody wants it cancelled, and no attempt is in doubt: it is not sent.
  if (request.cancelBy !== null && request.doubtedAt === null)
    return { kind: 'ended', outcome: { kind: 'cancelled', by: request.cancelBy } };
  try {
    return { kind: 'ended', outcome: await along(options.ways, request).send() };
  } catch (failure) {
    if (!(failure instanceof Refused && failure.reason === 'invalid')) return failed(failure, true);
    return refused(request, failure, options);
  }
}

/**
 * A refusal ends the request, except where an earlier attempt in doubt may have worked after all: what now stands in
 * the way ("already exists") can be its effect, and a slow worker may still be at it.
 */
async function refused(
  request: Request,
  { problem, status }: Refused,
  { ways, now }: AttemptOptions,
): Promise<AttemptResult> {
  if (request.doubtedAt === null) return { kind: 'ended', outcome: { kind: 'refused', problem, status } };
  const way = along(ways, request);
  if (!way.canBeLookedUp) return { kind: 'undecided', question: { kind: 'didItWork', problem, status } };
  const finding = await way.findOut();
  if (finding.kind !== 'absent') return finding;
  const wait = untilSettled(request, now, settledAfter);
  if (wait > 0) return { kind: 'unsettled', wait };
  return { kind: 'ended', outcome: { kind: 'refused', problem, status } };
}

function untilSettled({ doubtedAt }: Request, now: Date, after: number): number {
  // Never longer, also where the clock was set back since.
  return doubtedAt === null ? 0 : Math.min(new Date(doubtedAt).getTime() + after - now.getTime(), after);
}

function failed(failure: unknown, sent: boolean): AttemptResult {
  if (failure instanceof NotConnected) return { kind: 'failed', failure, doubted: false };
  if (!(failure instanceof OnboardingFailure)) throw failure;
  return { kind: 'failed', failure, doubted: sent && failure.outcomeUnknown };
}
