import type { Button } from '@slack/types';
import { z } from 'zod';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { QuestionWords } from '../../requests/define-request.ts';
import { type Message, referenceNote } from '../../requests/result-views.ts';
import { channelTrouble, type TroubledChannel } from '../../slack/posting/channel-trouble.ts';
import { paragraph, plain } from '../../slack/views/blocks.ts';
import { actions } from './fields.ts';
import * as messages from './messages.ts';

/** To HR, once: sending is held up until somebody does something. */
export function heldUp(code: string): Message {
  const text = messages.heldUp(code);
  return { text, blocks: [paragraph(text), paragraph(messages.untilMended)] };
}

/** To HR, once: it goes on. */
export function goesOn(): Message {
  return { text: messages.goesOn, blocks: [paragraph(messages.goesOn)] };
}

/** To HR, once: a stored request cannot be read. */
export function setAside(id: string): Message {
  const text = messages.aside.told(id);
  return {
    text,
    blocks: [paragraph(text), paragraph(messages.aside.seeHome), paragraph(messages.aside.whatToDo)],
  };
}

/** To HR, once: Frontdesk cannot write in a channel. */
export function blocked(channel: TroubledChannel): Message {
  const text = { type: 'mrkdwn', text: channelTrouble(channel) } as const;
  return { text: messages.blocked, blocks: [{ type: 'section', text }] };
}

/** To the requester and HR: what Frontdesk cannot find out by itself. */
export function undecided(request: Request, words: QuestionWords): Message {
  const { text } = words;
  return {
    text,
    blocks: [
      paragraph(text),
      { type: 'actions', elements: questionButtons(request, words) },
      referenceNote(request),
    ],
  };
}

/** The two answers, in a message and in App Home. */
export function questionButtons(request: Request, { yes, no }: QuestionWords): Button[] {
  const button = (label: string, action_id: string): Button => ({
    type: 'button',
    action_id,
    text: plain(label, 75),
    accessibility_label: messages.answerOf(request, label),
    value: request.id,
  });
  return [button(yes, actions.yes), button(no, actions.no)];
}

const Buttons = z.object({
  elements: z.array(z.object({ action_id: z.string(), text: z.object({ text: z.string() }) })),
});

/** In the place of a question that was answered, or that nobody has to answer any more: who answered what. */
export function answeredQuestion(
  { text, blocks }: Message,
  { request, answer }: Pick<AnsweredQuestion, 'request' | 'answer'>,
  caveat: string | undefined,
): Message {
  const labels = blocks.flatMap((block) => Buttons.safeParse(block).data?.elements ?? []);
  const pressed = labels.find(({ action_id }) => action_id === (answer?.yes ? actions.yes : actions.no));
  const said = messages.answered(
    request,
    answer && { by: answer.by, label: pressed?.text.text ?? '' },
    caveat,
  );
  const asked = blocks.filter(({ type }) => type !== 'actions');
  return { text, blocks: [...asked, { type: 'context', elements: [{ type: 'mrkdwn', text: said }] }] };
}

/** To the requester: the request ended without being carried out. @param by the Slack user who cancelled it */
export function cancelled(request: Request, by: string): Message {
  const text = messages.cancelled(request);
  const who = { type: 'mrkdwn', text: messages.cancelledBy(request, by) } as const;
  return { text, blocks: [paragraph(text), { type: 'context', elements: [who] }] };
}
