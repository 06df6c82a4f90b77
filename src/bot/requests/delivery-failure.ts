import {
  DeliveryFailure,
  KeyUsed,
  NotSupported,
  Rejected,
  StillInProgress,
} from '../ledger/delivery/failure.ts';
import { NotConnected } from '../onboarding/client/client.ts';
import * as errors from '../onboarding/client/errors.ts';
import { outageIn } from '../onboarding/outage.ts';

/**
 * What the onboarding service's failures mean to the ledger.
 * @throws DeliveryFailure in the place of one of those, and everything else as it is
 */
export async function translated<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw asDeliveryFailure(error) ?? error;
  });
}

/** @returns what went wrong with the service, if something did; everything else is thrown */
export async function failureIn(work: Promise<unknown>): Promise<DeliveryFailure | undefined> {
  try {
    await translated(work);
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryFailure) return error;
    throw error;
  }
}

/** Nobody was asked. */
const notConnected = { mayHaveHadEffect: false, untouched: true, isCertain: true };

/** Undefined for what is no failure of the service or of the way to it. */
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
