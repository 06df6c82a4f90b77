import type { Problem } from '../../../contract/problem.ts';
import type { Outcome, Question, Request } from '../requests/request.ts';
import type { Finding } from './finding.ts';
import type { Promised } from './repeats.ts';

/** What the ledger asks about a request that depends on its kind. */
export interface DeliveryType {
  /** One attempt. @throws OnboardingFailure */
  deliver(request: Request): Promise<Outcome>;
  /** After an attempt without a known outcome. @throws OnboardingFailure when it cannot be found out now */
  reconcile(request: Request): Promise<Finding>;
  /** How it ended when a person says that it worked. */
  worked(request: Request, question: Question): Outcome;
  /** Whether a refusal can come from what an earlier attempt brought about: "already exists", say. */
  mayBeOwnEffect(problem: Problem): boolean;
}

/** Who carries requests out, and what is known of repeating one there. */
export interface Destination {
  typeOf(request: Pick<Request, 'kind'>): DeliveryType;
  /** The highest employee id as of a moment ago; undefined when `prepare` has to be called first. */
  highestId(): number | undefined;
  /** Who promises, as of a moment ago, that a repeat is safe. */
  promised: Promised;
  /** Reads what has to be known before anything is sent. @returns what went wrong, if something did */
  prepare(): Promise<Error | undefined>;
  /**
   * Whether the service that answers now promises that repeating a request changes nothing, and did so before each
   * attempt. @throws OnboardingFailure when it cannot be asked
   */
  mayRepeat(request: Request): Promise<boolean>;
  /** The address of the service. */
  address(): string | undefined;
  /** Asks for something that changes nothing. @returns what is wrong with the service, if something is */
  probe(): Promise<Error | undefined>;
}
