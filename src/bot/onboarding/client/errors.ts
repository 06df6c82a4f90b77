import type { Problem } from '../../../contract/problem.ts';
import { obstacleIn } from '../../../obstacle.ts';
import type { say } from '../messages.ts';

export type RefusalReason = 'invalid' | 'token' | 'permission' | 'missing' | 'rejected';

/** Name of a failure and of its sentence for people. */
export type Trouble = keyof ReturnType<typeof say>['troubles'];

/**
 * Failure between Frontdesk and the onboarding service. Messages contain no personal data and no token, so they may
 * be logged.
 */
export abstract class OnboardingFailure extends Error {
  readonly trouble: Trouble;
  readonly outcomeUnknown: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, trouble: Trouble, { outcomeUnknown = true, retryAfter, cause }: Facts = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.trouble = trouble;
    this.outcomeUnknown = outcomeUnknown;
    this.retryAfter = retryAfter;
  }
}

interface Facts {
  /** Whether the request may have had an effect without a success; true by default. */
  outcomeUnknown?: boolean;
  /** Milliseconds, from `Retry-After`. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

export class NotConnected extends OnboardingFailure {
  constructor() {
    super('The onboarding service is not connected.', 'notConnected', { outcomeUnknown: false });
  }
}

export class Unreachable extends OnboardingFailure {
  constructor(cause: unknown, neverSent: boolean) {
    const trouble = obstacleIn(cause) ?? 'unreachable';
    super('Frontdesk can’t reach the onboarding service.', trouble, { cause, outcomeUnknown: !neverSent });
  }
}

export class TimedOut extends OnboardingFailure {
  /** @param limit in milliseconds */
  constructor(limit: number) {
    super(`The onboarding service did not answer within ${limit} ms.`, 'timedOut');
  }
}

/**
 * A 4xx that the API gives before it acts. Nothing was changed if the answer is the API's own (`proven`); a proxy's
 * page can come after the work.
 */
export class Refused extends OnboardingFailure {
  readonly status: number;
  readonly reason: RefusalReason;
  readonly problem: Problem;

  constructor(status: number, reason: RefusalReason, { problem = {}, proven = true }: RefusedOptions = {}) {
    super(`The onboarding service refused with status ${status} (${reason}).`, reason, {
      outcomeUnknown: !proven,
    });
    this.status = status;
    this.reason = reason;
    this.problem = problem;
  }
}

interface RefusedOptions {
  problem?: Problem;
  /** Whether the answer is the API's own, given before it acts. */
  proven?: boolean;
}

/**
 * A 4xx that the API never gives (408, 421, 425, 499 …): it comes from a proxy that may have timed out while the work
 * was done.
 */
export class Unclear extends OnboardingFailure {
  constructor(status: number, retryAfter?: number) {
    super(`The onboarding service’s answer (status ${status}) does not say what was done.`, 'unclear', {
      retryAfter,
    });
  }
}

export class StillInProgress extends OnboardingFailure {
  constructor(retryAfter?: number) {
    super('The onboarding service is still at work on the first one of these requests.', 'inProgress', {
      retryAfter,
    });
  }
}

/**
 * The `Idempotency-Key` was used for another request (422), or the person it created is gone (410). Only people can
 * tell the outcome.
 */
export class KeyUsed extends OnboardingFailure {
  readonly status: 410 | 422;

  constructor(status: 410 | 422) {
    super(`The onboarding service has had a request with this key (status ${status}).`, 'unreadable');
    this.status = status;
  }
}

/** Rate limit (429) or temporarily unavailable (503). Nothing was done if the API says so itself. */
export class Busy extends OnboardingFailure {
  constructor(status: number, retryAfter: number | undefined, { proven = false } = {}) {
    super(`The onboarding service is busy (status ${status}).`, 'busy', {
      retryAfter,
      outcomeUnknown: !proven,
    });
  }
}

/** A 5xx: the service failed, perhaps after the work. */
export class ServiceBroken extends OnboardingFailure {
  constructor(status: number, retryAfter: number | undefined) {
    super(`The onboarding service failed with status ${status}.`, 'broken', { retryAfter });
  }
}

/**
 * A redirect. Not followed: the token would go to an address that nobody entered. The API redirects before it acts; a
 * proxy that timed out, or requires a login, may do so afterwards.
 */
export class Redirected extends OnboardingFailure {
  constructor(status: number) {
    super(
      `The onboarding service answered with a redirect (status ${status}), which is not followed.`,
      'redirected',
    );
  }
}

export class Unreadable extends OnboardingFailure {
  constructor(what: string, trouble: 'unreadable' | 'tooLarge' = 'unreadable') {
    super(`The onboarding service’s answer cannot be read: ${what}.`, trouble);
  }
}

export class TooLarge extends Unreadable {
  constructor(mostBytes: number) {
    super(`it is larger than ${mostBytes} bytes`, 'tooLarge');
  }
}

type ListFault =
  /** A page has nothing new and links to a next one, such as an earlier one. */
  | 'endless'
  /** The next page is on another host. */
  | 'elsewhere'
  /** The next page's address is invalid, or not one of this list. */
  | 'malformed'
  | 'tooMany'
  | 'tooLarge'
  | 'tooSlow';

export class ListUnreadable extends OnboardingFailure {
  readonly fault: ListFault;

  constructor(fault: ListFault, cause?: unknown) {
    super(`The onboarding service’s list cannot be read to its end (${fault}).`, `list:${fault}`, {
      cause,
      outcomeUnknown: false,
    });
    this.fault = fault;
  }
}

/** The service has only its older creation endpoint, which makes administrators; nothing was sent. */
export class OnlyOldEndpoint extends OnboardingFailure {
  constructor() {
    super('The onboarding service can only create administrators.', 'onlyOldEndpoint', {
      outcomeUnknown: false,
    });
  }
}

/** A stored outage, by its code; an unknown code, from another version, counts as unreachable. */
export class Outage extends OnboardingFailure {
  constructor(trouble: Trouble | undefined) {
    super('The onboarding service takes no requests.', trouble ?? 'unreachable');
  }
}
