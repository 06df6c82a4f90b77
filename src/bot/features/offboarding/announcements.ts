import type { OutgoingMessage } from '../../ledger/message.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { fallback } from '../../slack/blocks.ts';
import * as messages from './messages.ts';

/**
 * Who hears of an ended offboarding: the requester and the private channel, and nobody else: a leaver is confidential.
 * @param privateChannel the id of the channel, when there is one
 */
export function offboardingAnnouncements(
  request: RequestOf<'offboarding'>,
  privateChannel: string | undefined,
): OutgoingMessage[] {
  const { outcome, requester } = request;
  if (outcome?.kind === 'refused')
    return [message('requester', requester, messages.refusedMessage(request, outcome.problem))];
  if (outcome?.kind !== 'done') return [];
  return [
    message('requester', requester, messages.doneMessage(request)),
    ...(privateChannel ? [message('private', privateChannel, messages.privateMessage(request))] : []),
  ];
}

function message(purpose: string, channel: string, { text, blocks }: messages.Message): OutgoingMessage {
  return { purpose, recipient: { channel, confidential: true }, text: fallback(text), blocks };
}
