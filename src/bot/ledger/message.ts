import { z } from 'zod';

/**
 * Where a message goes: a channel (or a user's id, which opens the direct message), whoever has an address, or the
 * window that is open on somebody's screen.
 */
export const Recipient = z.union([
  /** `confidential`: a channel has to be private, or nothing is posted. */
  z.object({ channel: z.string(), confidential: z.literal(true).optional() }),
  z.object({ email: z.string() }),
  z.object({ view: z.string() }),
]);
export type Recipient = z.infer<typeof Recipient>;

/** A message, as a feature words it. */
export interface OutgoingMessage {
  /** What it is for, e.g. `requester` or `headline:C123`. A request has one message per purpose. */
  purpose: string;
  recipient: Recipient;
  /** What notifications and screen readers say. */
  text: string;
  /** Block Kit blocks, ready to be sent; for a window the one view. */
  blocks: readonly object[];
}

/** A message on its way. */
export interface MessageToPost extends Omit<OutgoingMessage, 'purpose'> {
  /** Slack keeps it beside the message. */
  key: string;
  /** Nothing of it was in Slack before. */
  createdAt: Date;
}

/** Where a message stands in Slack. */
export interface Place {
  channel: string;
  ts: string;
}

/** The way to Slack, as far as the ledger goes. */
export interface Post {
  /** Posts; undefined when nobody in Slack has the address, or the window is closed. @throws MessageRefused */
  send(message: MessageToPost): Promise<Place | undefined>;
  /** Looks for a message that may have been posted; undefined when it was not. @throws MessageRefused */
  find(message: MessageToPost): Promise<Place | undefined>;
}

/** Slack did not take a message, or did not say that it did. */
export class MessageRefused extends Error {
  override name = 'MessageRefused';
  /** A repeat cannot help (no such channel, say). */
  readonly permanent: boolean;
  /** It may have been posted all the same. */
  readonly doubtful: boolean;
  /** Somebody has to mend something first (invite the app into the channel, say): until then it waits. */
  readonly needsPeople: boolean;
  /** What Slack asked for, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Slack's own word, e.g. `channel_not_found`. */
  readonly code: string;

  constructor(
    code: string,
    options: {
      permanent: boolean;
      doubtful: boolean;
      needsPeople?: boolean;
      retryAfter?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(`Slack did not take the message: ${code}.`, { cause: options.cause });
    this.code = code;
    this.permanent = options.permanent;
    this.doubtful = options.doubtful;
    this.needsPeople = options.needsPeople ?? false;
    this.retryAfter = options.retryAfter;
  }
}
