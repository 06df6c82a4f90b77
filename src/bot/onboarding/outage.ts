import { NotConnected } from './client/client.ts';
import {
  Busy,
  type ListFault,
  ListUnreadable,
  listFaults,
  Redirected,
  Refused,
  Unreachable,
} from './client/errors.ts';

/**
 * Outages: what concerns every request. The first ones stay until a person does something; the last three
 * (no connection, asked to wait, failing again and again) are expected to pass.
 */
const outageCodes = [
  'notConnected',
  'token',
  'permission',
  'missing',
  'rejected',
  'redirected',
  'unreachable',
  'busy',
  'failing',
] as const;

/** The employees cannot be read, by what is wrong with their list. */
type ListCode = `list:${ListFault}`;
type OutageCode = (typeof outageCodes)[number] | ListCode;

const passing: ReadonlySet<OutageCode> = new Set(['unreachable', 'busy', 'failing', 'list:tooSlow']);

/** Whether it stays until a person does something; a code of another version passes. */
export function needsPeople(code: string): boolean {
  return isOutageCode(code) && !passing.has(code);
}

/** Which outage a failure shows; undefined when it may be the one request's own. */
export function outageIn(failure: Error): OutageCode | undefined {
  if (failure instanceof NotConnected) return 'notConnected';
  if (failure instanceof Redirected) return 'redirected';
  if (failure instanceof Busy) return 'busy';
  if (failure instanceof Unreachable && !failure.outcomeUnknown) return 'unreachable';
  if (failure instanceof Refused && failure.reason !== 'invalid') return failure.reason;
  if (failure instanceof ListUnreadable) return `list:${failure.fault}`;
  return undefined;
}

/** The failure as which an outage is told; for a code of another version, that the service cannot be reached. */
export function failureOf(code: string): Error {
  const fault = listFaults.find((one) => code === `list:${one}`);
  return fault ? new ListUnreadable(fault) : ownFailureOf(code);
}

function ownFailureOf(code: string): Error {
  switch (code) {
    case 'notConnected':
      return new NotConnected('The onboarding service is not connected.');
    case 'token':
      return new Refused(401, code);
    case 'permission':
      return new Refused(403, code);
    case 'missing':
      return new Refused(404, code);
    case 'rejected':
      return new Refused(400, code);
    case 'redirected':
      return new Redirected(301);
    case 'busy':
      return new Busy(503, undefined);
    default:
      return new Unreachable(undefined, true);
  }
}

function isOutageCode(text: string): text is OutageCode {
  return outageCodes.some((code) => code === text) || listFaults.some((fault) => `list:${fault}` === text);
}
