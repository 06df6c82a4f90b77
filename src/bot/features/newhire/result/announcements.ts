import type { OutgoingMessage, Unreached } from '../../../ledger/outbox/message.ts';
import type { Message } from '../../../requests/result-views.ts';
import { fallback } from '../../../slack/views/blocks.ts';
import type { HireRequest } from '../request.ts';
import { profileOf } from './profile.ts';
import * as outcomes from './result.ts';

interface Audience {
  /** The ids of the channels told of created hires. */
  channels: readonly string[];
  /** The address of a person's page, with `{id}` in it, where it is known. */
  profileUrl: string | undefined;
}

/**
 * Who hears of an ended request: the requester always; of a hire also the channels, the manager and the buddy, and of
 * one whose role gives rights HR.
 */
export function newHireAnnouncements(
  request: HireRequest,
  { channels, profileUrl }: Audience,
): OutgoingMessage[] {
  const { outcome, requester } = request;
  if (outcome?.kind === 'refused')
    return [message('requester', { channel: requester }, outcomes.refusedMessage(request, outcome.problem))];
  if (outcome?.kind !== 'done') return [];
  const done = outcomes.doneMessage(request, profileOf(request, profileUrl));
  return [
    message('requester', { channel: requester }, done),
    ...channels.map((channel) => message(`headline:${channel}`, { channel }, outcomes.headline(request))),
    ...companion(request, 'manager'),
    ...companion(request, 'buddy'),
    ...(request.context.role?.givesRights
      ? [message('role', { hr: true }, outcomes.roleMessage(request))]
      : []),
  ];
}

/** Who that is in Slack is looked up when it is sent: this process may not have read the employees yet. */
function companion(request: HireRequest, as: 'manager' | 'buddy'): OutgoingMessage[] {
  const employee = request.payload[as];
  if (employee === undefined) return [];
  const words = outcomes.companionMessage(request, as);
  return [{ ...message(as, { employee }, words), awaited: true }];
}

/** To the requester, whose message about the outcome is in Slack already: somebody could not be notified. */
export function unreachedAnnouncement(
  request: HireRequest,
  { purpose, why }: { purpose: string; why: Unreached },
): OutgoingMessage | undefined {
  if (purpose !== 'manager' && purpose !== 'buddy') return undefined;
  const alone = { ...request, context: { ...request.context, unreached: [{ purpose, why }] } };
  return message(`unreached:${purpose}`, { channel: request.requester }, outcomes.unreachedMessage(alone));
}

function message(
  purpose: string,
  recipient: OutgoingMessage['recipient'],
  { text, blocks }: Message,
): OutgoingMessage {
  return { purpose, recipient, text: fallback(text), blocks };
}
