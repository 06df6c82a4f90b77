import type { BlockedChannel } from '../../ledger/outbox/blocked.ts';
import type { OutgoingMessage, Recipient } from '../../ledger/outbox/message.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import type { Message } from '../../requests/result-views.ts';
import { fallback } from '../../slack/views/blocks.ts';
import * as outgoing from './outgoing.ts';

/** Sending is held up until somebody does something. */
export function heldUpAnnouncements(code: string): OutgoingMessage[] {
  return [message('trouble', { hr: true }, outgoing.heldUp(code))];
}

/** It goes on. */
export function goesOnAnnouncements(): OutgoingMessage[] {
  return [message('trouble over', { hr: true }, outgoing.goesOn())];
}

/** A stored request cannot be read. @param id its reference */
export function setAsideAnnouncements(id: string): OutgoingMessage[] {
  return [message('set aside', { hr: true }, outgoing.setAside(id))];
}

/** Frontdesk cannot write in a channel until somebody mends that. @param isForHr it is the private channel */
export function blockedAnnouncements(blocked: BlockedChannel, isForHr: boolean): OutgoingMessage[] {
  const recipient = { hr: true, exceptChannel: blocked.channel } as const;
  return [message(`blocked:${blocked.channel}`, recipient, outgoing.blocked({ ...blocked, isForHr }))];
}

/** A person has to say how a request ended: the requester, and HR. */
export function undecidedAnnouncements(request: Request, type: RequestType): OutgoingMessage[] {
  const { question, requester, attempts } = request;
  if (!question) return [];
  const words = outgoing.undecided(request, type.question(request, question));
  // Asked again after another attempt, it is another message.
  return [
    message(`undecided ${attempts}:requester`, { channel: requester, confidential: true }, words),
    message(`undecided ${attempts}:hr`, hrBut(request, type), words),
  ];
}

/** Whoever asked hears that it was cancelled, unless they just did that themselves. */
export function cancelledAnnouncements(request: Request): OutgoingMessage[] {
  const { outcome, requester, cancelBy } = request;
  if (outcome?.kind !== 'cancelled' || (outcome.by === requester && cancelBy === null)) return [];
  const recipient = { channel: requester, confidential: true } as const;
  return [message('cancelled', recipient, outgoing.cancelled(request, outcome.by))];
}

/** HR without the requester, who hears of it anyway, and without whoever is to leave. */
function hrBut(request: Request, { keptFrom }: RequestType): Recipient {
  const exceptEmployee = keptFrom?.(request);
  return {
    hr: true,
    exceptUsers: [request.requester],
    ...(exceptEmployee !== undefined && { exceptEmployee }),
  };
}

function message(purpose: string, recipient: Recipient, { text, blocks }: Message): OutgoingMessage {
  return { purpose, recipient, text: fallback(text), blocks };
}
