import type { NewMessage } from '../outbox/enqueue.ts';
import type { ToldMessage, Unreached } from '../outbox/message.ts';
import type { Planner } from '../planning/write-plan.ts';
import type { Amendment, CompanionDeparture, Request } from './request.ts';

/** Who is told what, as the features have it; what a message says is built when it is sent. */
export interface Words extends Planner {
  /** About an ended request. */
  ended(request: Request): NewMessage[];
  /** About a request that a person has to decide. */
  undecided(request: Request): NewMessage[];
  /** About one that was done and that a person said something else of, to those who were told of it. */
  amended(request: Request, amendment: Amendment, told: readonly ToldMessage[]): NewMessage[];
  /** To HR: somebody who is there for a start leaves. @param by who changed something just now, a Slack user id */
  companionLeaves(start: Request, departure: CompanionDeparture, by: string): NewMessage[];
  /** To HR: somebody disappeared from the service before the start day. */
  missing(start: Request): NewMessage[];
  /** About a request that somebody else has to approve. */
  approval(request: Request, news: ApprovalNews): NewMessage[];
  /** To the requester or HR, about a message of that purpose that reached nobody; undefined where that is no news. */
  unreached(request: Request, message: { purpose: string; why: Unreached }): NewMessage | undefined;
}

/** What happened to a request that somebody else has to approve. */
export type ApprovalNews =
  | { kind: 'wanted' }
  /** @param by a Slack user id */
  | { kind: 'approved'; by: string }
  /** Somebody wants to know something first: what they wrote, by its number. */
  | { kind: 'asked'; note: number }
  /** @param to who had asked */
  | { kind: 'answered'; note: number; to: string | undefined };
