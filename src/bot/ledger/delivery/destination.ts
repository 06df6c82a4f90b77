import type { Outcome, Request } from '../requests/request.ts';
import type { DeliveryFailure } from './failure.ts';
import type { Promised } from './repeats.ts';

/** Who carries requests out, and what is known of repeating one there. */
export interface Destination {
  /**
   * What is remembered of the other side as it was before an attempt, to tell afterwards what came of it: a number that
   * counts up, e.g. the highest id. As of a moment ago; undefined when `prepare` has to be called first.
   */
  baseline(): number | undefined;
  /** Who promises, as of a moment ago, that a repeat is safe. */
  promised: Promised;
  /** Reads what has to be known before anything is sent. @returns what went wrong, if something did */
  prepare(): Promise<DeliveryFailure | undefined>;
  /**
   * Whether the service that answers now promises that repeating a request changes nothing, and did so before each
   * attempt. @throws DeliveryFailure when it cannot be asked
   */
  mayRepeat(request: Request): Promise<boolean>;
  /** Its address. */
  address(): string | undefined;
  /** Asks for something that changes nothing. @returns what is wrong with it, if something is */
  probe(): Promise<DeliveryFailure | undefined>;
  /** How a request ends of which it is said again and again that there is no such thing. */
  notSupported: Outcome;
  /** Whether an outage stays until a person does something. @param code its own, or `failing` */
  needsPeople(code: string): boolean;
  /** The error as which an outage is told to people. */
  errorOf(code: string): Error;
}
