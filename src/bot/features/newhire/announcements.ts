import type { OutgoingMessage } from '../../ledger/message.ts';
import type { RequestOf } from '../../ledger/request.ts';
import type { Message } from '../../outcome.ts';
import { fallback } from '../../slack/blocks.ts';
import * as outcomes from './outcome.ts';
import { profileOf } from './profile.ts';

interface Audience {
  /** The ids of the channels told of created hires. */
  channels: readonly string[];
  /** The address of a person's page, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
}

/** Who hears of an ended request: the requester always; of a hire also the channels, the manager and the buddy. */
export function newHireAnnouncements(
  request: RequestOf<'newhire'>,
  { channels, profileUrl }: Audience,
): OutgoingMessage[] {
  const { outcome, requester, context } = request;
  if (outcome?.kind === 'refused')
    return [message('requester', { channel: requester }, outcomes.refusedMessage(request, outcome.problem))];
  if (outcome?.kind !== 'done') return [];
  const done = outcomes.doneMessage(request, profileOf(request, profileUrl));
  return [
    message('requester', { channel: requester }, done),
    ...channels.map((channel) => message(`headline:${channel}`, { channel }, outcomes.headline(request))),
    ...companion(request, 'manager', context.managerEmail),
    ...companion(request, 'buddy', context.buddyEmail),
  ];
}

function companion(
  request: RequestOf<'newhire'>,
  as: 'manager' | 'buddy',
  email: string | undefined,
): OutgoingMessage[] {
  return email ? [message(as, { email }, outcomes.companionMessage(request, as))] : [];
}

function message(
  purpose: string,
  recipient: OutgoingMessage['recipient'],
  { text, blocks }: Message,
): OutgoingMessage {
  return { purpose, recipient, text: fallback(text), blocks };
}
