import type { Problem } from '../../../contract/problem.ts';
import { type Obstacle, obstacleIn } from '../../../obstacle.ts';

/** Why the service refused, as far as its status tells. `invalid` is a 400 with errors at fields. */
export type RefusalReason = 'invalid' | 'token' | 'permission' | 'missing' | 'rejected';

/**
 * Something went wrong between Frontdesk and the onboarding service. Messages hold no person's data and no token:
 * they may be logged.
 */
export abstract class OnboardingFailure extends Error {
  readonly outcomeUnknown: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, { outcomeUnknown = true, retryAfter, cause }: Facts = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.outcomeUnknown = outcomeUnknown;
    this.retryAfter = retryAfter;
  }
}

interface Facts {
  /** Whether the request may have had an effect although no success was answered: so unless said otherwise. */
  outcomeUnknown?: boolean;
  /** Milliseconds that the service asked to wait, from its `Retry-After`. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** No connection could be made, so nothing was sent; or it broke on the way. */
export class Unreachable extends OnboardingFailure {
  /** What lets no connection come to be, as far as that is known. */
  readonly obstacle: Obstacle | undefined;

  constructor(cause: unknown, neverSent: boolean) {
    super('Frontdesk can’t reach the onboarding service.', { cause, outcomeUnknown: !neverSent });
    this.obstacle = obstacleIn(cause);
  }
}

/** No answer within the time allowed, in milliseconds. */
export class TimedOut extends OnboardingFailure {
  readonly limit: number;

  constructor(limit: number) {
    super(`The onboarding service did not answer within ${limit} ms.`);
    this.limit = limit;
  }
}

/**
 * A 4xx that the API gives before it acts. Nothing was changed where the answer is the API's own (`proven`); a page of
 * somebody in between can come after the work.
 */
export class Refused extends OnboardingFailure {
  readonly status: number;
  readonly reason: RefusalReason;
  /** The sentences by field, for `invalid`. */
  readonly problem: Problem;

  constructor(status: number, reason: RefusalReason, { problem = {}, proven = true }: RefusedOptions = {}) {
    super(`The onboarding service refused with status ${status} (${reason}).`, { outcomeUnknown: !proven });
    this.status = status;
    this.reason = reason;
    this.problem = problem;
  }
}

interface RefusedOptions {
  problem?: Problem;
  /** Whether the answer is one that the API itself gives before it acts. */
  proven?: boolean;
}

/**
 * A 4xx that the API itself never gives (408, 421, 425, 499 …): it comes from somebody in between, who may have
 * waited, and lost patience, while the work was done.
 */
export class Unclear extends OnboardingFailure {
  readonly status: number;

  constructor(status: number, retryAfter?: number) {
    super(`The onboarding service’s answer (status ${status}) does not say what was done.`, { retryAfter });
    this.status = status;
  }
}

/** A 409 to a request with an `Idempotency-Key`: the first one with that key is still at work. */
export class StillInProgress extends OnboardingFailure {
  constructor(retryAfter?: number) {
    super('The onboarding service is still at work on the first one of these requests.', { retryAfter });
  }
}

/**
 * An answer about a request's `Idempotency-Key`: the service had a request with that key, and this one is another
 * (422), or it was carried out and the person is gone since (410). Only people can tell what became of it.
 */
export class KeyUsed extends OnboardingFailure {
  readonly status: 410 | 422;

  constructor(status: 410 | 422) {
    super(`The onboarding service has had a request with this key (status ${status}).`);
    this.status = status;
  }
}

/** Asked to slow down (429), or not available for the moment (503). Nothing was done where the API says so itself. */
export class Busy extends OnboardingFailure {
  constructor(status: number, retryAfter: number | undefined, { proven = false } = {}) {
    super(`The onboarding service is busy (status ${status}).`, { retryAfter, outcomeUnknown: !proven });
  }
}

/** A 5xx: it broke on the other side, perhaps after doing what was asked. */
export class ServiceBroken extends OnboardingFailure {
  readonly status: number;

  constructor(status: number, retryAfter: number | undefined) {
    super(`The onboarding service failed with status ${status}.`, { retryAfter });
    this.status = status;
  }
}

/**
 * A redirect. It is not followed: the token would go to an address that nobody entered. The API redirects before it
 * acts; a proxy that lost patience, or wants somebody to sign in again, may do so afterwards.
 */
export class Redirected extends OnboardingFailure {
  constructor(status: number) {
    super(`The onboarding service answered with a redirect (status ${status}), which is not followed.`);
  }
}

/** A success whose body is not what the API says: HTML, broken JSON, another shape. */
export class Unreadable extends OnboardingFailure {
  constructor(what: string) {
    super(`The onboarding service’s answer cannot be read: ${what}.`);
  }
}

/** An answer with more bytes than such an answer can sensibly have; the rest of it was not read. */
export class TooLarge extends Unreadable {
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
  'tooManyPages',
  'tooLarge',
  'tooSlow',
] as const;
export type ListFault = (typeof listFaults)[number];

/** A list that has no end that could be read to. */
export class ListUnreadable extends OnboardingFailure {
  readonly fault: ListFault;

  constructor(fault: ListFault, cause?: unknown) {
    super(`The onboarding service’s list cannot be read to its end (${fault}).`, {
      cause,
      outcomeUnknown: false,
    });
    this.fault = fault;
  }
}

/** The service has only its older creation endpoint, which makes administrators; nothing was sent. */
export class OnlyOldEndpoint extends OnboardingFailure {
  constructor() {
    super('The onboarding service can only create administrators.', { outcomeUnknown: false });
  }
}
