import type { Button } from '@slack/types';
import { z } from 'zod';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain, failureOf } from '../../onboarding/outage.ts';
import type { QuestionWords } from '../../requests/define-request.ts';
import { type Message, referenceNote, requestButton } from '../../requests/result-views.ts';
import { channelTrouble, type TroubledChannel } from '../../slack/posting/channels.ts';
import { markedNote, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

export function heldUp(code: string): Message {
  const text = explain(failureOf(code));
  return { text, blocks: [paragraph(text), paragraph(say().untilMended)] };
}

export function goesOn(): Message {
  const { goesOn: text } = say();
  return { text, blocks: [paragraph(text)] };
}

export function setAside(id: string): Message {
  const { told, seeHome, whatToDo } = say().aside;
  const text = told(id);
  return { text, blocks: [paragraph(text), paragraph(seeHome), paragraph(whatToDo)] };
}

export function blocked(channel: TroubledChannel): Message {
  return { text: say().blocked, blocks: [mrkdwn(channelTrouble(channel))] };
}

export function undecided(request: Request, asked: QuestionWords): Message {
  const { text } = asked;
  const answers = row(...questionButtons(request, asked));
  return { text, blocks: [paragraph(text), ...answers, referenceNote(request)] };
}

export function questionButtons(request: Request, { yes, no }: QuestionWords): Button[] {
  const { answerOf } = say();
  return [
    requestButton(request, actions.yes, yes, answerOf(request, yes)),
    requestButton(request, actions.no, no, answerOf(request, no)),
  ];
}

export function dismissButton(request: Request): Button {
  const { dismiss, answerOf } = say();
  return requestButton(request, actions.dismiss, dismiss, answerOf(request, dismiss));
}

const Buttons = z.object({
  elements: z.array(z.object({ action_id: z.string(), text: z.object({ text: z.string() }) })),
});

export function answeredQuestion(
  { text, blocks }: Message,
  { request, answer }: Pick<AnsweredQuestion, 'request' | 'answer'>,
  { caveat }: { caveat: string | undefined },
): Message {
  const labels = blocks.flatMap((block) => Buttons.safeParse(block).data?.elements ?? []);
  const pressed = labels.find(({ action_id }) => action_id === (answer?.yes ? actions.yes : actions.no));
  const given = answer && { by: answer.by, label: pressed?.text.text ?? '' };
  const said = say().answered(request, given, caveat);
  const asked = blocks.filter(({ type }) => type !== 'actions');
  return { text, blocks: [...asked, markedNote(said)] };
}

export function cancelled(request: Request, by: string): Message {
  const messages = say();
  const text = messages.cancelled(request);
  return { text, blocks: [paragraph(text), markedNote(messages.cancelledBy(request, by))] };
}

/** Action ids. The value of `yes`, `no`, `discard` and `dismiss` is the request's reference. */
export const actions = {
  yes: 'troubles_yes',
  no: 'troubles_no',
  /** `takeUp` reads everything again; `discard` gives up one unreadable request. */
  takeUp: 'troubles_take_up',
  discard: 'troubles_discard',
  dismiss: 'troubles_dismiss',
} as const;
