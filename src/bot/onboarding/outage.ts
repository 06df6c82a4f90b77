import { NotConnected } from './client/client.ts';
import * as errors from './client/errors.ts';

/** What concerns every request: a refusal for another reason than what was entered, or the employees' list, say. */
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

/** Stay until a person does something; the others are expected to pass. */
const staying: ReadonlySet<string> = new Set<OutageCode>([
  'notConnected',
  'token',
  'permission',
  'missing',
  'rejected',
  'redirected',
  ...errors.listFaults.filter((fault) => fault !== 'tooSlow').map((fault) => `list:${fault}` as const),
]);

/** Whether it stays until a person does something; a code of another version passes. */
export function needsPeople(code: string): boolean {
  return staying.has(code);
}

/** Which outage a failure shows; undefined when it may be the one request's own. */
export function outageIn(failure: Error): OutageCode | undefined {
  if (failure instanceof NotConnected) return 'notConnected';
  if (failure instanceof errors.Redirected) return 'redirected';
  if (failure instanceof errors.Busy) return 'busy';
  if (failure instanceof errors.Unreachable && !failure.outcomeUnknown) return 'unreachable';
  if (failure instanceof errors.Refused && failure.reason !== 'invalid') return failure.reason;
  if (failure instanceof errors.ListUnreadable) return `list:${failure.fault}`;
  return undefined;
}

/** The failure as which an outage is told; for a code of another version, that the service cannot be reached. */
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
