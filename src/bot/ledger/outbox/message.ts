import { z } from 'zod';
import { parsedJson } from '../../../json.ts';

/** Recipient of a message. Resolved in Slack when it is sent, not when it is stored. */
export const Recipient = z.union([
  /** A channel, or a user id for a direct message; see `confidential`. */
  z.object({ channel: z.string(), confidential: z.literal(true).optional() }),
  /**
   * An employee, by id in the onboarding service. With `elseHr`, HR gets undeliverable messages with the reason,
   * except the employee `exceptEmployee`.
   */
  z.object({
    employee: z.int(),
    confidential: z.literal(true).optional(),
    elseHr: z.object({ exceptEmployee: z.int().optional() }).optional(),
  }),
  /**
   * HR: the private channel or, if it can't be used, each of HR's people directly. The options exclude a channel, an
   * employee or users; `onlyChannel` disables direct messages.
   */
  z.object({
    hr: z.literal(true),
    exceptChannel: z.string().optional(),
    exceptEmployee: z.int().optional(),
    exceptUsers: z.array(z.string()).optional(),
    onlyChannel: z.literal(true).optional(),
  }),
  z.object({ email: z.string() }),
  z.object({ view: z.string() }),
  /** Updates the request's earlier message with this purpose. */
  z.object({ inPlaceOf: z.string() }),
]);
export type Recipient = z.infer<typeof Recipient>;

export function readRecipient(json: string): Recipient | undefined {
  return Recipient.safeParse(parsedJson(json)).data;
}

export const Unreached = z.enum([
  'notInSlack',
  'deactivated',
  'noAddress',
  'notAnEmployee',
  'refused',
  'cannotLookUp',
]);
export type Unreached = z.infer<typeof Unreached>;

export interface Wording {
  /** Text for notifications and screen readers. */
  text: string;
  blocks: readonly object[];
  /** Replaces text and blocks: a file with a comment above it. */
  file?: { name: string; title: string; comment: string; content: string };
  /** Belongs in the thread of an earlier message about the person, if there is one in the same conversation. */
  isReply?: true;
  /** Shown in the thread only: the message above it is updated. */
  isQuiet?: true;
}

/**
 * Postponed; dropped, with a reason for the audit log; or not for this recipient, with a reason for HR if the
 * recipient says so.
 */
export type Held = { later: Date } | { dropped: string } | { toHr: string };

export interface MessageToPost {
  recipient: Recipient;
  /** Stored in the metadata of the Slack message. */
  metadataId: string;
  /** The message can't be in Slack before this. */
  createdAt: Date;
  /** Start of the search for an earlier post; before `createdAt` after a restore from a backup. */
  soughtSince: Date;
}

export interface ToldMessage {
  /** Whether it was sent, or may have been. */
  isSent: boolean;
  /** Whether it will never be sent. */
  isOver: boolean;
  name: string;
  purpose: string;
  recipient: Recipient;
  target: string | undefined;
}

export interface Place {
  channel: string;
  ts: string;
}

export type Destination =
  | { kind: 'one'; target: string }
  | { kind: 'several'; people: readonly string[] }
  | { kind: 'nobody'; why: Unreached };

/** The ledger's interface to Slack. Every method throws MessageRefused. */
export interface Post {
  destinationOf(message: MessageToPost): Promise<Destination>;
  /** User ids of HR's people, for when the private channel can't be used. */
  peopleInPlaceOf(message: MessageToPost): Promise<readonly string[]>;
  isDeactivated(userId: string): Promise<boolean>;
  /**
   * Returns undefined if the form is closed. `atLast` runs right before the post; if it throws, nothing is posted.
   * `thread` is the timestamp of the message to reply to.
   */
  send(
    message: MessageToPost & Wording & { thread?: string | undefined },
    target: string,
    atLast: () => Promise<void>,
  ): Promise<Place | undefined>;
  update(place: Place, wording: Wording): Promise<void>;
  /**
   * Looks in the conversation and in these threads. Returns undefined if the message wasn't posted; throws if the
   * search is impossible.
   */
  find(message: MessageToPost, target: string, threads: readonly string[]): Promise<Place | undefined>;
}

interface RefusalFacts {
  /** Repeating can't help, e.g. no such channel. */
  permanent: boolean;
  doubtful: boolean;
  /** The message to update was deleted or can't be changed any more. */
  gone?: boolean;
  needsPeople?: boolean;
  retryAfter?: number | undefined;
  /** Time until a doubtful post is visible, in milliseconds, if longer than usual. */
  mayTake?: number | undefined;
  target?: string | undefined;
}

export class MessageRefused extends Error {
  override name = 'MessageRefused';
  readonly code: string;
  readonly facts: RefusalFacts;

  constructor(code: string, { cause, ...facts }: RefusalFacts & { cause?: unknown }) {
    super(`Slack did not take the message: ${code}.`, { cause });
    this.code = code;
    this.facts = facts;
  }
}
