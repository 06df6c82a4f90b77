import type { Problem } from '../requests/request.ts';

interface Facts {
  /** Whether the request may have had an effect although no success was answered. */
  mayHaveHadEffect: boolean;
  /** Nothing was sent, or the other side said itself that it lets nobody in. */
  untouched?: boolean;
  /** What it shows to be wrong for every request, by the destination's own code; undefined when it may be this one's own. */
  outage?: string | undefined;
  /** Nobody was asked, so that asking again shows nothing else. */
  isCertain?: boolean;
  /** Milliseconds that the other side asked to wait. */
  retryAfter?: number | undefined;
}

/** A request was not carried out, or nobody knows: as much of it as decides what is done next. */
export class DeliveryFailure extends Error {
  /** The destination's own error, for whoever explains it to people. */
  readonly error: Error;
  readonly facts: Facts;

  constructor(error: Error, facts: Facts) {
    super(error.message, { cause: error });
    this.name = error.name;
    this.error = error;
    this.facts = facts;
  }
}

/** What was sent is not accepted: the sentences by field. */
export class Rejected extends DeliveryFailure {
  readonly problem: Problem;
  readonly status: number;

  constructor(error: Error, facts: Facts, { problem, status }: { problem: Problem; status: number }) {
    super(error, facts);
    this.problem = problem;
    this.status = status;
  }
}

/** The other side has had a request with this key: another one (422), or one whose effect is gone since (410). */
export class KeyUsed extends DeliveryFailure {
  readonly status: 410 | 422;

  constructor(error: Error, facts: Facts, status: 410 | 422) {
    super(error, facts);
    this.status = status;
  }
}

/** The first one with this key is still at work there. */
export class StillInProgress extends DeliveryFailure {}

/** The other side has no such thing, as far as this one answer says. */
export class NotSupported extends DeliveryFailure {}
