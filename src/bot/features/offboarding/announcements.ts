import type { OutgoingMessage, Recipient } from '../../ledger/outbox/message.ts';
import type { Message } from '../../requests/result-views.ts';
import { fallback } from '../../slack/views/blocks.ts';
import type { OffboardingRequest } from './request.ts';
import * as outcome from './result.ts';

/**
 * Who hears of an ended offboarding: the requester and HR, in the private channel where that can be used, and nobody
 * else: a leaver is confidential.
 */
export function offboardingAnnouncements(request: OffboardingRequest): OutgoingMessage[] {
  const { outcome: end, requester, payload } = request;
  const toRequester = { channel: requester, confidential: true } as const;
  if (end?.kind === 'refused')
    return [message('requester', toRequester, outcome.refusedMessage(request, end.problem))];
  if (end?.kind !== 'done') return [];
  const others = knewBefore(request);
  const toHr: Recipient = {
    hr: true,
    exceptUsers: [requester, ...others],
    exceptEmployee: payload.user,
  };
  return [
    message('requester', toRequester, outcome.doneMessage(request)),
    ...others.map((user) =>
      message(`earlier:${user}`, { channel: user, confidential: true }, outcome.privateMessage(request)),
    ),
    message('private', toHr, outcome.privateMessage(request)),
  ];
}

/** Those who planned what this one changes: they hear of it as a change. */
function knewBefore({ context, requester }: OffboardingRequest): string[] {
  return (context.earlier?.knownTo ?? []).filter((user) => user !== requester);
}

function message(purpose: string, recipient: Recipient, { text, blocks }: Message): OutgoingMessage {
  return { purpose, recipient, text: fallback(text), blocks };
}
