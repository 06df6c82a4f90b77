import type { NewMessage, PlannedMessage } from '../outbox/enqueue.ts';
import type { ToldMessage, Unreached } from '../outbox/message.ts';
import type { Amendment, CompanionDeparture, Request } from './request.ts';

/** Messages for later about a request, by the settings that the plan was made with. Doesn't throw. */
export type Plan = (request: Request) => readonly PlannedMessage[];

/** Messages at each event, as the features implement them. Texts are built at the time of sending. */
export interface Words {
  /** The plan by the settings of the moment. */
  plan(): Plan;
  ended(request: Request): NewMessage[];
  undecided(request: Request): NewMessage[];
  /** About a change of a completed request, to everyone notified about the request. */
  amended(request: Request, amendment: Amendment, told: readonly ToldMessage[]): NewMessage[];
  /** Tells HR that a manager or buddy of a new hire is leaving. `by`: who caused the change. */
  companionLeaves(start: Request, departure: CompanionDeparture, by: string): NewMessage[];
  missing(start: Request): NewMessage[];
  /** Asks who may take a proposal about it. */
  proposed(proposal: Request): NewMessage[];
  approval(request: Request, news: ApprovalNews): NewMessage[];
  /** To the requester or HR, about a message that couldn't be delivered; undefined if not worth reporting. */
  unreached(request: Request, message: { purpose: string; why: Unreached }): NewMessage | undefined;
}

export type ApprovalNews =
  | { kind: 'wanted' }
  | { kind: 'approved'; by: string }
  /** An approver has a question; `note` is the id of its text. */
  | { kind: 'asked'; note: number }
  | { kind: 'answered'; note: number; to: string | undefined };
