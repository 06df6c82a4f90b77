import type { Outcome, Request } from '../requests/request.ts';
import type { DeliveryFailure } from './failure.ts';
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
  /** Outcome for requests that the service repeatedly says it doesn't support. */
  notSupported: Outcome;
  /** Whether an outage lasts until a person acts. @param code a code of the destination, or `failing` */
  needsPeople(code: string): boolean;
  errorOf(code: string): Error;
}
