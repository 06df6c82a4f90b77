import * as errors from './client/errors.ts';
import { say } from './messages.ts';

/** Troubles that affect every request, and whether each lasts until a person acts; the others pass. */
const outages: Partial<Record<errors.Trouble, boolean>> = {
  notConnected: true,
  token: true,
  permission: true,
  missing: true,
  rejected: true,
  redirected: true,
  unreachable: false,
  busy: false,
  'list:endless': true,
  'list:elsewhere': true,
  'list:malformed': true,
  'list:tooMany': true,
  'list:tooLarge': true,
  'list:tooSlow': false,
};

export const outageCodes = Object.keys(outages);

function isOutage(code: string): code is errors.Trouble {
  return Object.hasOwn(outages, code);
}

/** Whether an outage lasts until a person acts; false for an unknown code. */
export function needsPeople(code: string): boolean {
  return isOutage(code) && outages[code] === true;
}

/** Failure of a stored outage. */
export function failureOf(code: string): Error {
  return new errors.Outage(isOutage(code) ? code : undefined);
}

/** Code of the outage behind a failure; undefined if it may concern only the one request. */
export function outageIn(failure: Error): string | undefined {
  if (failure instanceof errors.Unreachable) return failure.outcomeUnknown ? undefined : 'unreachable';
  const trouble = failure instanceof errors.OnboardingFailure ? failure.trouble : '';
  return isOutage(trouble) ? trouble : undefined;
}

/** True for failures of the onboarding service or the way to it, as opposed to bugs. */
export function isServiceTrouble(error: unknown): error is Error {
  return error instanceof errors.OnboardingFailure;
}

/** Explains a failure of the onboarding service in one or two plain sentences. The caller says what happens next. */
export function explain(trouble: Error): string {
  return say().troubles[trouble instanceof errors.OnboardingFailure ? trouble.trouble : 'unreadable'];
}

/**
 * Whether the service takes a change; false if it never will.
 * @throws OnboardingFailure if it may take it later
 */
export async function isTaken(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof errors.Refused && ['invalid', 'missing'].includes(error.reason)) return false;
    throw error;
  }
}
