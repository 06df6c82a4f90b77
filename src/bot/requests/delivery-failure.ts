import {
  DeliveryFailure,
  KeyUsed,
  NotSupported,
  Rejected,
  StillInProgress,
} from '../ledger/delivery/destination.ts';
import { NotConnected } from '../onboarding/client/client.ts';
import * as errors from '../onboarding/client/errors.ts';
import { outageIn } from '../onboarding/outage.ts';

/** Converts failures of the onboarding service for the ledger; rethrows everything else. */
export async function translated<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw asDeliveryFailure(error) ?? error;
  });
}

/** The failure of the service, if there was one; rethrows everything else. */
export async function failureIn(work: Promise<unknown>): Promise<DeliveryFailure | undefined> {
  try {
    await translated(work);
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryFailure) return error;
    throw error;
  }
}

const notConnected = { mayHaveHadEffect: false, untouched: true, isCertain: true };

/** Converts an error for the ledger; undefined if it isn't a failure of the service or the way to it. */
export function asDeliveryFailure(error: unknown): DeliveryFailure | undefined {
  if (error instanceof NotConnected)
    return new DeliveryFailure(error, { ...notConnected, outage: outageIn(error) });
  return error instanceof errors.OnboardingFailure ? ofService(error) : undefined;
}

function ofService(error: errors.OnboardingFailure): DeliveryFailure {
  const saysWhatWasDone = error instanceof errors.Unreachable || error instanceof errors.Refused;
  const facts = {
    mayHaveHadEffect: error.outcomeUnknown,
    untouched: saysWhatWasDone && !error.outcomeUnknown,
    outage: outageIn(error),
    retryAfter: error.retryAfter,
  };
  if (error instanceof errors.KeyUsed) return new KeyUsed(error, facts, error.status);
  if (error instanceof errors.StillInProgress) return new StillInProgress(error, facts);
  if (error instanceof errors.Refused && error.reason === 'invalid') return new Rejected(error, facts, error);
  if (error instanceof errors.Refused && error.reason === 'missing') return new NotSupported(error, facts);
  return new DeliveryFailure(error, facts);
}
