import type { Button } from '@slack/types';
import { z } from 'zod';
import { repeat } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { ageOf } from '../../onboarding/directory/snapshot.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { requestButton } from '../../requests/request-button.ts';
import { type Message, referenceNote } from '../../requests/result-views.ts';
import type { By } from '../../slack/button.ts';
import type { Listener } from '../../slack/incoming/listeners.ts';
import { confirmation, mrkdwn, note, paragraph, row } from '../../slack/views/blocks.ts';
import { say as sayPerson } from './person-messages.ts';
import { type HireRequest, isHire } from './request.ts';

const every = 60_000;
const untilRead = 1_000;
const oldest = 15 * 60_000;
/** Delay before HR is asked, in milliseconds: the list has been read again by then. */
const patience = 6 * 60_000;

const About = z.object({ since: z.string() });

/** To HR: a person disappeared from the service before the start day. Not sent if they're back by then. */
const asked = defineMessage({
  name: 'newhire.missing',
  label: () => sayPerson().missing.label,
  about: About,
  is: isHire,
  build: ({ since }, { request }) =>
    request.missingSince === since && isUncertain(request) ? asking(request) : undefined,
});

export const missingMessages = [asked];

export function missingAnnouncements({ id: requestId, missingSince }: HireRequest): NewMessage[] {
  const since = missingSince ?? '';
  const due = new Date(Date.parse(since) + patience);
  const address = { requestId, purpose: `undecided missing ${since}`, recipient: { hr: true } as const, due };
  return [asked.message(address, { since })];
}

function asking(request: HireRequest): Message {
  const { asks, untilThen } = sayPerson().missing;
  const text = asks(request.context.personName);
  const blocks = [
    paragraph(text),
    note(untilThen),
    ...row(...missingButtons(request)),
    referenceNote(request),
  ];
  return { text, blocks };
}

/** Answers the question whether the start is cancelled. */
function answerButton(id: string, cancels: boolean) {
  return requestButton({
    id,
    role: 'hr',
    title: () => sayPerson().missing.title,
    async press(request, { ledger, viewer }: By<Pick<Bot, 'ledger'>>) {
      const counts = await ledger.answerMissing(request, cancels, viewer.userId);
      return counts ? undefined : sayPerson().missing.over;
    },
  });
}

const cancelStart = answerButton('newhire_missing_cancel', true);
const keepStart = answerButton('newhire_missing_keep', false);

export function missingListeners(deps: Bot): Listener[] {
  return [cancelStart, keepStart].map((button) => button.listener(deps));
}

export function missingButtons(request: Request): Button[] {
  if (!isUncertain(request)) return [];
  const { cancel, keep, confirm } = sayPerson().missing;
  return [
    { ...cancelStart.show(request, cancel), confirm: confirmation(confirm) },
    keepStart.show(request, keep),
  ];
}

/** Replaces the question after an answer or the person's return, keyed by message name. */
export const settledMissing = {
  async [asked.name]({ request, answer, about }: AnsweredQuestion): Promise<Message | undefined> {
    if (!isHire(request)) return undefined;
    const { asks, back, cancelled, kept, off } = sayPerson().missing;
    const text = asks(request.context.personName);
    const since = About.safeParse(about).data?.since;
    const isBack = request.missingSince !== since && answer === undefined;
    const byNobody = isBack ? back : off;
    const byAnswer = answer?.yes ? cancelled : kept;
    const said = answer ? byAnswer(answer.by) : byNobody;
    return { text, blocks: [paragraph(text), mrkdwn(said), referenceNote(request)] };
  },
};

export function watchStarts({
  ledger,
  directory,
  clock,
  log,
}: Pick<Bot, 'ledger' | 'directory' | 'clock' | 'log'>) {
  async function turn(): Promise<void> {
    const list = directory.asRead();
    if (list?.from === undefined || ageOf(list, clock.now().getTime()) > oldest) return;
    const tellsAddresses = list.newerThan(0).some(({ email }) => email !== '');
    const count = await ledger.compareStarts({
      service: list.from,
      readAt: list.readAt,
      count: list.people.size,
      has: ({ id, email }) =>
        (id === null ? !tellsAddresses : list.people.has(id)) || list.peopleByEmail.has(email),
    });
    if (count > 0) log.info({ count }, 'people who are to start disappeared from the service, or are back');
  }
  const onError = (err: unknown) => log.error({ err }, 'starts cannot be compared with the employees');
  return repeat({ clock, every: () => (directory.asRead() ? every : untilRead), turn, onError });
}
