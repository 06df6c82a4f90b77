import type { OutgoingMessage } from '../../ledger/message.ts';
import type { RequestOf } from '../../ledger/request.ts';
import type { Message } from '../../outcome.ts';
import { fallback } from '../../slack/blocks.ts';
import * as outcome from './outcome.ts';

/**
 * Who hears of an ended offboarding: the requester and the private channel, and nobody else: a leaver is confidential.
 * @param privateChannel the id of the channel, when there is one
 */
export function offboardingAnnouncements(
  request: RequestOf<'offboarding'>,
  privateChannel: string | undefined,
): OutgoingMessage[] {
  const { outcome: end, requester } = request;
  if (end?.kind === 'refused')
    return [message('requester', requester, outcome.refusedMessage(request, end.problem))];
  if (end?.kind !== 'done') return [];
  return [
    message('requester', requester, outcome.doneMessage(request)),
    ...knewBefore(request).map((user) => message(`earlier:${user}`, user, outcome.privateMessage(request))),
    ...(privateChannel ? [message('private', privateChannel, outcome.privateMessage(request))] : []),
  ];
}

/** Those who planned what this one changes: they hear of it as a change. */
function knewBefore({ context, requester }: RequestOf<'offboarding'>): string[] {
  return (context.earlier?.knownTo ?? []).filter((user) => user !== requester);
}

function message(purpose: string, channel: string, { text, blocks }: Message): OutgoingMessage {
  return { purpose, recipient: { channel, confidential: true }, text: fallback(text), blocks };
}
