import { z } from 'zod';

/** Whom a message goes to: a channel (or a user's id, which opens the direct message), or whoever has an address. */
export const Recipient = z.union([z.object({ channel: z.string() }), z.object({ email: z.string() })]);
export type Recipient = z.infer<typeof Recipient>;

/** A message about a request, as a feature words it. */
export interface OutgoingMessage {
  /** What it is for, e.g. `requester` or `headline:C123`. A request has one message per purpose. */
  purpose: string;
  recipient: Recipient;
  /** What notifications and screen readers say. */
  text: string;
  /** Block Kit blocks, ready to be sent. */
  blocks: readonly object[];
}

/** Where a sent message stands; `undefined` when nobody in Slack has the address. */
export type PostMessage = (message: {
  recipient: Recipient;
  text: string;
  blocks: readonly object[];
}) => Promise<{ channel: string; ts: string } | undefined>;

/**
 * Slack did not take a message. `permanent` says that a repeat cannot help (no such channel, say);
 * `retryAfter` is what Slack asked for, in milliseconds.
 */
export class MessageRefused extends Error {
  override name = 'MessageRefused';
  readonly permanent: boolean;
  readonly retryAfter: number | undefined;
  /** Slack's own word, e.g. `channel_not_found`. */
  readonly code: string;

  constructor(
    code: string,
    options: { permanent: boolean; retryAfter?: number | undefined; cause?: unknown },
  ) {
    super(`Slack did not take the message: ${code}.`, { cause: options.cause });
    this.code = code;
    this.permanent = options.permanent;
    this.retryAfter = options.retryAfter;
  }
}
