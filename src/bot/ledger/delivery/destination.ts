import type { Outcome, Problem, Request } from '../requests/request.ts';
import type { Promised } from './repeats.ts';

export interface Destination {
  /**
   * State of the service before an attempt, for finding its effect later: a growing number such as the highest id.
   * Recent, not live; undefined until `prepare` was called.
   */
  baseline(): number | undefined;
  promised: Promised;
  /** Loads the data required before sending. @returns the failure, if any */
  prepare(): Promise<DeliveryFailure | undefined>;
  /**
   * Whether the service promises, now and before each earlier attempt, that repeating the request changes nothing.
   * @throws DeliveryFailure if the service can't be asked
   */
  mayRepeat(request: Request): Promise<boolean>;
  address(): string | undefined;
  probe(): Promise<DeliveryFailure | undefined>;
  notSupported: Outcome;
  needsPeople(code: string): boolean;
  errorOf(code: string): Error;
}

interface Facts {
  mayHaveHadEffect: boolean;
  /** Nothing was sent, or the service refused access. */
  untouched?: boolean;
  /** Problem that affects every request, as the destination's code; undefined if it may be specific to this request. */
  outage?: string | undefined;
  isCertain?: boolean;
  retryAfter?: number | undefined;
}

/** A request failed or its outcome is unknown. Holds the facts that decide the next step. */
export class DeliveryFailure extends Error {
  readonly error: Error;
  readonly facts: Facts;

  constructor(error: Error, facts: Facts) {
    super(error.message, { cause: error });
    this.name = error.name;
    this.error = error;
    this.facts = facts;
  }
}

export class Rejected extends DeliveryFailure {
  readonly problem: Problem;
  readonly status: number;

  constructor(error: Error, facts: Facts, { problem, status }: { problem: Problem; status: number }) {
    super(error, facts);
    this.problem = problem;
    this.status = status;
  }
}

/** The key was used before: for different details (422), or for an effect that was removed since (410). */
export class KeyUsed extends DeliveryFailure {
  readonly status: 410 | 422;

  constructor(error: Error, facts: Facts, status: 410 | 422) {
    super(error, facts);
    this.status = status;
  }
}

export class StillInProgress extends DeliveryFailure {}

export class NotSupported extends DeliveryFailure {}
