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

/** Answer of the service that decides the next step. */
export type Answer =
  | { kind: 'rejected'; problem: Problem; status: number }
  /** The key was used before: for different details (422), or for an effect that was removed since (410). */
  | { kind: 'keyUsed'; status: 410 | 422 }
  | { kind: 'inProgress' }
  | { kind: 'notSupported' };

interface Facts {
  mayHaveHadEffect: boolean;
  /** Nothing was sent, or the service refused access. */
  untouched?: boolean;
  /** Problem that affects every request, as the destination's code; undefined if it may be specific to this request. */
  outage?: string | undefined;
  isCertain?: boolean;
  retryAfter?: number | undefined;
  answer?: Answer | undefined;
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
