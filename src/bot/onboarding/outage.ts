import { NotConnected } from './client/client.ts';
import * as errors from './client/errors.ts';
import { say } from './messages.ts';

/** Failures that affect every request: refusals not caused by the input, or an unreadable list. */
export const outageCodes = [
  'notConnected',
  'token',
  'permission',
  'missing',
  'rejected',
  'redirected',
  'unreachable',
  'busy',
  ...errors.listFaults.map((fault) => `list:${fault}` as const),
] as const;
type OutageCode = (typeof outageCodes)[number];

/** Outages that last until a person acts; the others pass. */
const staying: ReadonlySet<string> = new Set<OutageCode>([
  'notConnected',
  'token',
  'permission',
  'missing',
  'rejected',
  'redirected',
  ...errors.listFaults.filter((fault) => fault !== 'tooSlow').map((fault) => `list:${fault}` as const),
]);

/** Whether an outage lasts until a person acts; false for an unknown code. */
export function needsPeople(code: string): boolean {
  return staying.has(code);
}

/** Code of the outage behind a failure; undefined if it may concern only the one request. */
export function outageIn(failure: Error): OutageCode | undefined {
  if (failure instanceof NotConnected) return 'notConnected';
  if (failure instanceof errors.Redirected) return 'redirected';
  if (failure instanceof errors.Busy) return 'busy';
  if (failure instanceof errors.Unreachable && !failure.outcomeUnknown) return 'unreachable';
  if (failure instanceof errors.Refused && failure.reason !== 'invalid') return failure.reason;
  if (failure instanceof errors.ListUnreadable) return `list:${failure.fault}`;
  return undefined;
}

export function failureOf(code: string): Error {
  const fault = errors.listFaults.find((one) => code === `list:${one}`);
  if (fault) return new errors.ListUnreadable(fault);
  switch (code) {
    case 'notConnected':
      return new NotConnected('The onboarding service is not connected.');
    case 'token':
      return new errors.Refused(401, code);
    case 'permission':
      return new errors.Refused(403, code);
    case 'missing':
      return new errors.Refused(404, code);
    case 'rejected':
      return new errors.Refused(400, code);
    case 'redirected':
      return new errors.Redirected(301);
    case 'busy':
      return new errors.Busy(503, undefined);
    default:
      return new errors.Unreachable(undefined, true);
  }
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
