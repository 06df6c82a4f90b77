import { z } from 'zod';
import { parseJson } from '../tables/parse-json.ts';

/** Where a message goes. Who that is in Slack is looked up when it is sent, not when it is written. */
export const Recipient = z.union([
  /** A channel, or a user's id, which opens the direct message; see `confidential`. */
  z.object({ channel: z.string(), confidential: z.literal(true).optional() }),
  /**
   * An employee of the onboarding service, by their id there; where they cannot be told, or it is not for them, HR with
   * the reason, but not whoever `exceptEmployee` is.
   */
  z.object({
    employee: z.int(),
    confidential: z.literal(true).optional(),
    elseHr: z.object({ exceptEmployee: z.int().optional() }).optional(),
  }),
  /**
   * HR: the private channel, or, where there is none that can be used, each of HR's people directly. Not that channel,
   * not whoever that employee is, not those Slack users; or that channel and nobody else.
   */
  z.object({
    hr: z.literal(true),
    exceptChannel: z.string().optional(),
    exceptEmployee: z.int().optional(),
    exceptUsers: z.array(z.string()).optional(),
    onlyChannel: z.literal(true).optional(),
  }),
  /** Whoever has an address. */
  z.object({ email: z.string() }),
  /** The window that is open on somebody's screen. */
  z.object({ view: z.string() }),
  /** In the place of what was sent about the same request before, by its purpose. */
  z.object({ inPlaceOf: z.string() }),
]);
export type Recipient = z.infer<typeof Recipient>;

/** Where a stored message goes; undefined where that cannot be read. */
export function readRecipient(json: string): Recipient | undefined {
  return Recipient.safeParse(parseJson(json)).data;
}

/** Why somebody gets no message. */
export const Unreached = z.enum([
  'notInSlack',
  'deactivated',
  'noAddress',
  'notAnEmployee',
  'refused',
  'cannotLookUp',
]);
export type Unreached = z.infer<typeof Unreached>;

/** What a message says. */
export interface Wording {
  /** What notifications and screen readers say. */
  text: string;
  /** Block Kit blocks; for a window the one view. */
  blocks: readonly object[];
  /** In the place of both: a file with a comment above it. */
  file?: { title: string; comment: string; content: string };
}

/**
 * Why nothing is sent now: it is for later, or nobody needs it any more, for a reason that the audit log keeps, or it is
 * not for whom it would reach, and HR gets it where its recipient says so.
 */
export type Held = { later: Date } | { dropped: string } | { toHr: string };

/** A message on its way. */
export interface MessageToPost {
  recipient: Recipient;
  /** Slack keeps it beside the message. */
  metadataId: string;
  /** Nothing of it was in Slack before. */
  createdAt: Date;
  /** Where it is looked for, it may have been posted since then: earlier, where the database is from a backup. */
  soughtSince: Date;
}

/** A message about a request. */
export interface ToldMessage {
  /** Whether Slack has it, or may have it. */
  isSent: boolean;
  /** See `NewMessage`. */
  name: string;
  purpose: string;
  recipient: Recipient;
  /** The Slack id to which it was sent, where that had to be looked up. */
  target: string | undefined;
}

/** Where a message stands in Slack. */
export interface Place {
  channel: string;
  ts: string;
}

/** Who a recipient is in Slack now. */
export type Destination =
  /** The id of a channel, a person or a window. */
  | { kind: 'one'; target: string }
  /** The ids of people, each of whom gets a message of their own. */
  | { kind: 'several'; people: readonly string[] }
  | { kind: 'nobody'; why: Unreached };

/** The way to Slack, as far as the ledger goes. All of it throws MessageRefused. */
export interface Post {
  destinationOf(message: MessageToPost): Promise<Destination>;
  /** Who hears of it directly when the private channel cannot be used. */
  peopleInPlaceOf(message: MessageToPost): Promise<readonly string[]>;
  /** Whether somebody's account in Slack is deactivated. */
  isDeactivated(userId: string): Promise<boolean>;
  /**
   * Posts; undefined when the window is closed.
   * @param atLast right before anything can be seen in Slack; nothing is posted where it throws
   */
  send(
    message: MessageToPost & Wording,
    target: string,
    atLast: () => Promise<void>,
  ): Promise<Place | undefined>;
  /** Writes over a message. */
  update(place: Place, wording: Wording): Promise<void>;
  /** Looks for a message that may have been posted; undefined when it was not. Refused where it cannot look. */
  find(message: MessageToPost, target: string): Promise<Place | undefined>;
}

interface RefusalFacts {
  /** A repeat cannot help (no such channel, say). */
  permanent: boolean;
  /** It may have been posted all the same. */
  doubtful: boolean;
  /** What was to be written over is gone from Slack, or nobody can change it any more. */
  gone?: boolean;
  /** Somebody has to mend something first (invite the app into the channel, say): until then it waits. */
  needsPeople?: boolean;
  /** What Slack asked for, in milliseconds. */
  retryAfter?: number | undefined;
  /** How long it can take until what may have been posted is there, in milliseconds, where that is more than usual. */
  mayTake?: number | undefined;
  /** The Slack id that it was for, where one was known. */
  target?: string | undefined;
}

/** Slack did not take a message, or did not say that it did. */
export class MessageRefused extends Error {
  override name = 'MessageRefused';
  /** Slack's own word, e.g. `channel_not_found`. */
  readonly code: string;
  readonly facts: RefusalFacts;

  constructor(code: string, { cause, ...facts }: RefusalFacts & { cause?: unknown }) {
    super(`Slack did not take the message: ${code}.`, { cause });
    this.code = code;
    this.facts = facts;
  }
}
