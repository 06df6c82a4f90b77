import { NotConnected } from './client/client.ts';
import * as errors from './client/errors.ts';
import { say } from './messages.ts';

interface Outage {
  failure: () => Error;
  /** Whether it lasts until a person acts; the others pass. */
  stays: boolean;
}

/** Failures that affect every request: refusals not caused by the input, or an unreadable list. */
const outages = new Map<string, Outage>([
  [
    'notConnected',
    { failure: () => new NotConnected('The onboarding service is not connected.'), stays: true },
  ],
  ['token', { failure: () => new errors.Refused(401, 'token'), stays: true }],
  ['permission', { failure: () => new errors.Refused(403, 'permission'), stays: true }],
  ['missing', { failure: () => new errors.Refused(404, 'missing'), stays: true }],
  ['rejected', { failure: () => new errors.Refused(400, 'rejected'), stays: true }],
  ['redirected', { failure: () => new errors.Redirected(301), stays: true }],
  ['unreachable', { failure: () => new errors.Unreachable(undefined, true), stays: false }],
  ['busy', { failure: () => new errors.Busy(503, undefined), stays: false }],
  ...errors.listFaults.map((fault): [string, Outage] => [
    `list:${fault}`,
    { failure: () => new errors.ListUnreadable(fault), stays: fault !== 'tooSlow' },
  ]),
]);

export const outageCodes = [...outages.keys()];

/** Whether an outage lasts until a person acts; false for an unknown code. */
export function needsPeople(code: string): boolean {
  return outages.get(code)?.stays ?? false;
}

/** Failure of an outage; an unknown code counts as unreachable. */
export function failureOf(code: string): Error {
  return outages.get(code)?.failure() ?? new errors.Unreachable(undefined, true);
}

/** Code of the outage behind a failure; undefined if it may concern only the one request. */
export function outageIn(failure: Error): string | undefined {
  if (failure instanceof NotConnected) return 'notConnected';
  if (failure instanceof errors.Redirected) return 'redirected';
  if (failure instanceof errors.Busy) return 'busy';
  if (failure instanceof errors.Unreachable && !failure.outcomeUnknown) return 'unreachable';
  if (failure instanceof errors.Refused && failure.reason !== 'invalid') return failure.reason;
  if (failure instanceof errors.ListUnreadable) return `list:${failure.fault}`;
  return undefined;
}

/** True for failures of the onboarding service or the way to it, as opposed to bugs. */
export function isServiceTrouble(error: unknown): error is Error {
  return error instanceof errors.OnboardingFailure || error instanceof NotConnected;
}

/** Explains a failure of the onboarding service in one or two plain sentences. The caller says what happens next. */
export function explain(trouble: Error): string {
  const { lists, refusals, troubles } = say();
  if (trouble instanceof NotConnected) return troubles.notConnected;
  if (trouble instanceof errors.Refused) return refusals[trouble.reason];
  if (trouble instanceof errors.TimedOut) return troubles.timedOut(Math.round(trouble.limit / 1000));
  if (trouble instanceof errors.Unreachable) return troubles[trouble.obstacle ?? 'unreachable'];
  if (trouble instanceof errors.Redirected) return troubles.redirected;
  if (trouble instanceof errors.OnlyOldEndpoint) return troubles.onlyOldEndpoint;
  if (trouble instanceof errors.Busy) return troubles.busy;
  if (trouble instanceof errors.ServiceBroken) return troubles.broken;
  if (trouble instanceof errors.Unclear) return troubles.unclear(trouble.status);
  if (trouble instanceof errors.StillInProgress) return troubles.inProgress;
  if (trouble instanceof errors.ListUnreadable) return lists[trouble.fault];
  if (trouble instanceof errors.TooLarge) return troubles.tooLarge;
  return troubles.unreadable;
}

/**
 * Whether the service takes a change; false if it never will.
 * @throws OnboardingFailure or NotConnected if it may take it later
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
