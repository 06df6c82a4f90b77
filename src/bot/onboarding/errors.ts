import type { Problem } from '../../contract/problem.ts';

/** Why the service refused, as far as its status tells. `invalid` is a 400 with errors at fields. */
export type RefusalReason = 'invalid' | 'token' | 'permission' | 'missing' | 'rejected';

/**
 * Something went wrong between Frontdesk and the onboarding service. Messages hold no person's data and no token:
 * they may be logged.
 */
export abstract class OnboardingFailure extends Error {
  /** Whether the request may have had an effect although no success was answered. */
  abstract readonly outcomeUnknown: boolean;
  /** Milliseconds that the service asked to wait, from its `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfter?: number | undefined } = {}) {
    super(message, { cause: options.cause });
    this.retryAfter = options.retryAfter;
  }
}

/** No connection could be made, so nothing was sent; or it broke on the way. */
export class Unreachable extends OnboardingFailure {
  override name = 'Unreachable';
  readonly outcomeUnknown: boolean;

  constructor(cause: unknown, neverSent: boolean) {
    super('The onboarding service cannot be reached.', { cause });
    this.outcomeUnknown = !neverSent;
  }
}

/** No answer within the time allowed, in milliseconds. */
export class TimedOut extends OnboardingFailure {
  override name = 'TimedOut';
  readonly outcomeUnknown = true;
  readonly limit: number;

  constructor(limit: number) {
    super(`The onboarding service did not answer within ${limit} ms.`);
    this.limit = limit;
  }
}

/** A 4xx: the service understood and declined; nothing was changed. */
export class Refused extends OnboardingFailure {
  override name = 'Refused';
  readonly outcomeUnknown = false;
  readonly status: number;
  readonly reason: RefusalReason;
  /** The sentences by field, for `invalid`. */
  readonly problem: Problem;

  constructor(status: number, reason: RefusalReason, problem: Problem = {}) {
    super(`The onboarding service refused with status ${status} (${reason}).`);
    this.status = status;
    this.reason = reason;
    this.problem = problem;
  }
}

/** Asked to slow down (429), or not available for the moment before doing anything (503 with `Retry-After`). */
export class Busy extends OnboardingFailure {
  override name = 'Busy';
  readonly outcomeUnknown: boolean;

  constructor(status: number, retryAfter: number | undefined) {
    super(`The onboarding service is busy (status ${status}).`, { retryAfter });
    this.outcomeUnknown = status !== 429;
  }
}

/** A 5xx: it broke on the other side, perhaps after doing what was asked. */
export class ServiceBroken extends OnboardingFailure {
  override name = 'ServiceBroken';
  readonly outcomeUnknown = true;
  readonly status: number;

  constructor(status: number, retryAfter: number | undefined) {
    super(`The onboarding service failed with status ${status}.`, { retryAfter });
    this.status = status;
  }
}

/** A redirect. It is not followed: the token would go to an address that nobody entered. */
export class Redirected extends OnboardingFailure {
  override name = 'Redirected';
  readonly outcomeUnknown = false;

  constructor(status: number) {
    super(`The onboarding service answered with a redirect (status ${status}), which is not followed.`);
  }
}

/** A success whose body is not what the API says: HTML, broken JSON, another shape. */
export class Unreadable extends OnboardingFailure {
  override name = 'Unreadable';
  readonly outcomeUnknown = true;

  constructor(what: string) {
    super(`The onboarding service’s answer cannot be read: ${what}.`);
  }
}

/** An answer with more bytes than such an answer can sensibly have; the rest of it was not read. */
export class TooLarge extends Unreadable {
  override name = 'TooLarge';

  constructor(mostBytes: number) {
    super(`it is larger than ${mostBytes} bytes`);
  }
}

/** What can be wrong with a list's pages, beside each of them. */
export const listFaults = [
  /** A page says that an earlier one, or itself, is the following one. */
  'repeated',
  /** A page brings nobody new and says that there are more. */
  'nothingNew',
  /** The following page is at another host. */
  'elsewhere',
  /** The following page's address is none, or not one of this list. */
  'malformed',
  'tooMany',
  'tooLarge',
  'tooSlow',
] as const;
export type ListFault = (typeof listFaults)[number];

/** A list that has no end that could be read to. */
export class ListUnreadable extends OnboardingFailure {
  override name = 'ListUnreadable';
  readonly outcomeUnknown = false;
  readonly fault: ListFault;

  constructor(fault: ListFault, cause?: unknown) {
    super(`The onboarding service’s list cannot be read to its end (${fault}).`, { cause });
    this.fault = fault;
  }
}

/** The service has only its older creation endpoint, which makes administrators; nothing was sent. */
export class OnlyOldEndpoint extends OnboardingFailure {
  override name = 'OnlyOldEndpoint';
  readonly outcomeUnknown = false;

  constructor() {
    super('The onboarding service can only create administrators.');
  }
}
