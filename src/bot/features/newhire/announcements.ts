import type { OutgoingMessage } from '../../ledger/message.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { fallback } from '../../slack/blocks.ts';
import * as messages from './messages.ts';

/**
 * Who hears of an ended request: the requester always; of a hire also the channels, the manager and the buddy.
 * @param channels the ids of the channels told of created hires
 */
export function newHireAnnouncements(
  request: RequestOf<'newhire'>,
  channels: readonly string[],
): OutgoingMessage[] {
  const { outcome, requester, context } = request;
  if (outcome?.kind === 'refused')
    return [message('requester', { channel: requester }, messages.refusedMessage(request, outcome.problem))];
  if (outcome?.kind !== 'done') return [];
  return [
    message('requester', { channel: requester }, messages.doneMessage(request)),
    ...channels.map((channel) => message(`headline:${channel}`, { channel }, messages.headline(request))),
    ...companion(request, 'manager', context.managerEmail),
    ...companion(request, 'buddy', context.buddyEmail),
  ];
}

function companion(
  request: RequestOf<'newhire'>,
  as: 'manager' | 'buddy',
  email: string | undefined,
): OutgoingMessage[] {
  return email ? [message(as, { email }, messages.companionMessage(request, as))] : [];
}

function message(
  purpose: string,
  recipient: OutgoingMessage['recipient'],
  { text, blocks }: messages.Message,
): OutgoingMessage {
  return { purpose, recipient, text: fallback(text), blocks };
}
