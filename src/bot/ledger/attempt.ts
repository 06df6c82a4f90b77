import { NotConnected } from '../onboarding/client.ts';
import { OnboardingFailure, Refused } from '../onboarding/errors.ts';
import type { Outcome, Request, State } from './request.ts';
import { along, type Ways } from './ways.ts';

/** What one attempt came to. */
export type AttemptResult =
  | { kind: 'ended'; outcome: Outcome }
  | {
      kind: 'failed';
      /** `unknown` when it may have had an effect, else `waiting`. */
      state: Extract<State, 'unknown' | 'waiting'>;
      failure: Error;
      /** Whether the failure concerns every request: no token, a refused one, an API that is off. */
      concernsAll: boolean;
      /** In milliseconds, when the service said it. */
      retryAfter: number | undefined;
    };

/**
 * One attempt at a request: find out first where an earlier one is in doubt, then send.
 * @param beforeSending writes down that the API is about to hear of it; resolves before it does
 * @throws whatever is not a failure of the service or the connection: those are results
 */
export async function attempt(
  request: Request,
  ways: Ways,
  beforeSending: () => Promise<void>,
): Promise<AttemptResult> {
  const way = along(ways, request);
  // A request found in `sending` belonged to a process that died: nobody heard the answer.
  let inDoubt = request.state === 'unknown' || request.state === 'sending';
  try {
    const found = inDoubt ? await way.findOut() : undefined;
    if (found) return { kind: 'ended', outcome: found };
    await beforeSending();
    inDoubt = false;
    return { kind: 'ended', outcome: await way.send() };
  } catch (error) {
    if (error instanceof Refused && error.reason === 'invalid') return refused(request, error, way);
    return failed(error, inDoubt);
  }
}

/**
 * A refusal ends the request, except where an earlier attempt, in doubt at its time, may have made what
 * now stands in the way ("already exists"): then the service is asked who it is.
 */
async function refused(
  request: Request,
  { problem, status }: Refused,
  way: ReturnType<typeof along>,
): Promise<AttemptResult> {
  const doubted = request.wasUnknown || request.state === 'sending';
  const refusal: Outcome = { kind: 'refused', problem, status };
  if (!doubted || !way.mayBeOurOwnDoing(problem)) return { kind: 'ended', outcome: refusal };
  try {
    return { kind: 'ended', outcome: (await way.findOut()) ?? refusal };
  } catch (error) {
    return failed(error, true);
  }
}

function failed(error: unknown, inDoubt: boolean): AttemptResult {
  if (error instanceof NotConnected) return waiting(error, true, inDoubt);
  if (!(error instanceof OnboardingFailure)) throw error;
  const concernsAll = error instanceof Refused;
  return {
    ...waiting(error, concernsAll, inDoubt || error.outcomeUnknown),
    retryAfter: error.retryAfter,
  };
}

function waiting(failure: Error, concernsAll: boolean, unknown: boolean) {
  const state = unknown ? ('unknown' as const) : ('waiting' as const);
  return { kind: 'failed' as const, state, failure, concernsAll, retryAfter: undefined };
}
