import type { Button } from '@slack/types';
import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { requestButton } from '../../requests/request-button.ts';
import { type Message, messageOf, referenceNote } from '../../requests/result-views.ts';
import type { By } from '../../slack/button.ts';
import { confirmation, mrkdwn, note, row } from '../../slack/views/blocks.ts';
import { type HireRequest, isHire } from './request.ts';
import { say } from './request-messages.ts';

/** Delay before HR is asked, in milliseconds: the list has been read again by then. */
const patience = 6 * 60_000;

const About = z.object({ since: z.string() });

/** To HR: a person disappeared from the service before the start day. Not sent if they're back by then. */
const asked = defineMessage({
  name: 'newhire.missing',
  label: () => say().missing.label,
  about: About,
  is: isHire,
  build({ since }, { request }) {
    if (request.missingSince !== since || !isUncertain(request)) return undefined;
    return messageOf(
      say().missing.asks(request.context.personName),
      note(say().missing.untilThen),
      ...row(...missingButtons(request)),
      referenceNote(request),
    );
  },
});

export const missingMessages = [asked];

export function missingAnnouncements({ id: requestId, missingSince }: HireRequest): NewMessage[] {
  const since = missingSince ?? '';
  const due = new Date(Date.parse(since) + patience);
  const address = { requestId, purpose: `undecided missing ${since}`, recipient: { hr: true } as const, due };
  return [asked.message(address, { since })];
}

/** Answers the question whether the start is cancelled. */
function answerButton(id: string, cancels: boolean) {
  return requestButton({
    id,
    role: 'hr',
    title: () => say().missing.title,
    async press(request, { ledger, viewer }: By<Pick<Bot, 'ledger'>>) {
      const counts = await ledger.answerMissing(request, cancels, viewer.userId);
      return counts ? undefined : say().missing.over;
    },
  });
}

export const cancelStart = answerButton('newhire_missing_cancel', true);
export const keepStart = answerButton('newhire_missing_keep', false);

export function missingButtons(request: Request): Button[] {
  if (!isUncertain(request)) return [];
  const { cancel, keep, confirm } = say().missing;
  return [
    { ...cancelStart.show(request, cancel), confirm: confirmation(confirm) },
    keepStart.show(request, keep),
  ];
}

/** Replaces the question after an answer or the person's return, keyed by message name. */
export const settledMissing = {
  async [asked.name]({ request, answer, about }: AnsweredQuestion): Promise<Message | undefined> {
    if (!isHire(request)) return undefined;
    const { asks, back, cancelled, kept, off } = say().missing;
    const since = About.safeParse(about).data?.since;
    const isBack = request.missingSince !== since && answer === undefined;
    const byNobody = isBack ? back : off;
    const byAnswer = answer?.yes ? cancelled : kept;
    const said = answer ? byAnswer(answer.by) : byNobody;
    return messageOf(asks(request.context.personName), mrkdwn(said), referenceNote(request));
  },
};
