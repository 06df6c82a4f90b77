import type { KnownBlock } from '@slack/types';
import type { Question, Request } from '../../ledger/request.ts';
import { failureOf, type TroubleCode } from '../../ledger/trouble.ts';
import { explain } from '../../onboarding/explain.ts';
import { note, paragraph, plain } from '../../slack/blocks.ts';
import { channelTrouble } from '../../slack/channel-trouble.ts';
import { actions } from './fields.ts';

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** To the private channel, once: sending is held up until somebody does something. */
export function heldUp(code: TroubleCode): Message {
  const text = explain(failureOf(code));
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(
        'Everything that is handed in is kept and waits. It is sent by itself, oldest first, as soon as this is mended. ' +
          'A new token is stored in App Home, or with: npm run frontdesk -- token set',
      ),
    ],
  };
}

/** To the private channel, once: it goes on. */
export function goesOn(): Message {
  const text = 'The onboarding service accepts requests again. Frontdesk sends what was waiting.';
  return { text, blocks: [paragraph(text)] };
}

/** To HR, once: something waits for a channel. */
export function blocked(channel: string, code: string): Message {
  const text = { type: 'mrkdwn', text: channelTrouble(channel, code) } as const;
  return { text: 'Frontdesk cannot write in one of its channels.', blocks: [{ type: 'section', text }] };
}

/** To the requester and the private channel: what Frontdesk cannot find out by itself. */
export function undecided(request: Request, question: Question): Message {
  const { text, yes, no } = asked(request, question);
  const button = (label: string, action_id: string) =>
    ({ type: 'button', action_id, text: plain(label, 75), value: request.id }) as const;
  return {
    text,
    blocks: [
      paragraph(text),
      { type: 'actions', elements: [button(yes, actions.yes), button(no, actions.no)] },
      note(`Reference ${request.id}`),
    ],
  };
}

function asked({ context }: Request, question: Question) {
  const who = context.personName;
  if (question.kind === 'isItThem')
    return {
      text:
        `The answer to adding ${who} was lost. The onboarding service now has ${question.name} ` +
        `(id ${question.employeeId}) with that address. Is that the person of this request?`,
      yes: 'Yes, that is them',
      no: 'No, somebody else',
    };
  if (question.kind === 'isItThere')
    return {
      text:
        `The answer to adding ${who} was lost, and the onboarding service does not tell addresses. ` +
        `Please look there: is ${who} in it?`,
      yes: 'Yes, it is done',
      no: 'No, send it again',
    };
  return {
    text:
      `The answer to the offboarding of ${who} was lost, and a repeat was refused. ` +
      'Please look in the onboarding service: has the offboarding started?',
    yes: 'Yes, it has started',
    no: 'No, it has not',
  };
}

/** To the requester: the request ended without being carried out. @param by the Slack user who cancelled it */
export function cancelled(request: Request, by: string): Message {
  const text = `The request about ${request.context.personName} is cancelled. Nothing was done in the onboarding service.`;
  const who = { type: 'mrkdwn', text: `Cancelled by <@${by}> · Reference ${request.id}` } as const;
  return { text, blocks: [paragraph(text), { type: 'context', elements: [who] }] };
}

/** In the place of the buttons: somebody answered. */
export function decided(request: Request, userId: string): string {
  return `${states[request.state]} (${request.id}), answered by <@${userId}>.`;
}

/** In the place of the buttons: nothing is open any more. */
export function tooLate(request: Request | undefined): string {
  return request ? `${states[request.state]} (${request.id}) already.` : 'This request is not kept any more.';
}

const states = {
  waiting: 'The request is sent again',
  sending: 'The request is being sent',
  unknown: 'The outcome is being looked up',
  undecided: 'The request waits for an answer',
  done: 'The request is done',
  refused: 'The request counts as refused',
  cancelled: 'The request is cancelled',
} as const satisfies Record<Request['state'], string>;
