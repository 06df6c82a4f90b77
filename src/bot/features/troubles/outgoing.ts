import type { Question, Request } from '../../ledger/request.ts';
import type { TroubleCode } from '../../ledger/trouble.ts';
import { type Message, referenceNote } from '../../outcome.ts';
import { paragraph, plain } from '../../slack/blocks.ts';
import { channelTrouble } from '../../slack/messages.ts';
import { actions } from './fields.ts';
import * as messages from './messages.ts';

/** To the private channel, once: sending is held up until somebody does something. */
export function heldUp(code: TroubleCode): Message {
  const text = messages.heldUp(code);
  return { text, blocks: [paragraph(text), paragraph(messages.untilMended)] };
}

/** To the private channel, once: it goes on. */
export function goesOn(): Message {
  return { text: messages.goesOn, blocks: [paragraph(messages.goesOn)] };
}

/** To HR, once: something waits for a channel. */
export function blocked(channel: string, code: string): Message {
  const text = { type: 'mrkdwn', text: channelTrouble(channel, code) } as const;
  return { text: messages.blocked, blocks: [{ type: 'section', text }] };
}

/** To the requester and the private channel: what Frontdesk cannot find out by itself. */
export function undecided(request: Request, question: Question): Message {
  const { text, yes, no } = messages.undecided(request, question);
  const button = (label: string, action_id: string) =>
    ({ type: 'button', action_id, text: plain(label, 75), value: request.id }) as const;
  return {
    text,
    blocks: [
      paragraph(text),
      { type: 'actions', elements: [button(yes, actions.yes), button(no, actions.no)] },
      referenceNote(request),
    ],
  };
}

/** To the requester: the request ended without being carried out. @param by the Slack user who cancelled it */
export function cancelled(request: Request, by: string): Message {
  const text = messages.cancelled(request);
  const who = { type: 'mrkdwn', text: messages.cancelledBy(request, by) } as const;
  return { text, blocks: [paragraph(text), { type: 'context', elements: [who] }] };
}
