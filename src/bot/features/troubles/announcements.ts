import type { BlockedChannel } from '../../ledger/blocked.ts';
import type { OutgoingMessage } from '../../ledger/message.ts';
import type { Request } from '../../ledger/request.ts';
import type { TroubleCode } from '../../ledger/trouble.ts';
import type { Message } from '../../outcome.ts';
import { fallback } from '../../slack/blocks.ts';
import * as outgoing from './outgoing.ts';

/** Who hears of troubles. */
export interface TroubleAudience {
  /** The channel told of troubles, when there is one. */
  privateChannel: string | undefined;
  /** Who is HR, by Slack id: told directly where there is no such channel. User groups (S…) cannot be. */
  hr: readonly string[];
}

/** Sending is held up until somebody does something. */
export function heldUpAnnouncements(code: TroubleCode, audience: TroubleAudience): OutgoingMessage[] {
  return toAll('trouble', audienceOf(audience), outgoing.heldUp(code));
}

/** It goes on. */
export function goesOnAnnouncements(audience: TroubleAudience): OutgoingMessage[] {
  return toAll('trouble over', audienceOf(audience), outgoing.goesOn());
}

/** Frontdesk cannot write in a channel until somebody mends that. With no HR by name, whoever asked hears of it. */
export function blockedAnnouncements(
  { channel, code }: BlockedChannel,
  requester: string | null,
  { privateChannel, hr }: TroubleAudience,
): OutgoingMessage[] {
  const named = audienceOf({ privateChannel: privateChannel === channel ? undefined : privateChannel, hr });
  const to = named.length > 0 || requester === null ? named : [requester];
  return toAll(`blocked:${channel}`, to, outgoing.blocked(channel, code));
}

/** A person has to say how a request ended: the requester, and the private channel. */
export function undecidedAnnouncements(request: Request, audience: TroubleAudience): OutgoingMessage[] {
  if (!request.question) return [];
  const to = [request.requester, ...(audience.privateChannel ? [audience.privateChannel] : [])];
  // Asked again after another attempt, it is another message.
  return toAll(`undecided ${request.attempts}`, to, outgoing.undecided(request, request.question));
}

/** Whoever asked hears that it was cancelled, unless they just did that themselves. */
export function cancelledAnnouncements(request: Request): OutgoingMessage[] {
  const { outcome, requester, cancelBy } = request;
  if (outcome?.kind !== 'cancelled' || (outcome.by === requester && cancelBy === null)) return [];
  return toAll('cancelled', [requester], outgoing.cancelled(request, outcome.by));
}

function audienceOf({ privateChannel, hr }: TroubleAudience): string[] {
  return privateChannel ? [privateChannel] : hr.filter((id) => !id.startsWith('S'));
}

function toAll(what: string, channels: readonly string[], { text, blocks }: Message): OutgoingMessage[] {
  return channels.map((channel) => ({
    purpose: `${what}:${channel}`,
    recipient: { channel, confidential: true },
    text: fallback(text),
    blocks,
  }));
}
