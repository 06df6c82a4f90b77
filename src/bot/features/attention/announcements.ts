import type { Button } from '@slack/types';
import { z } from 'zod';
import { inLanguage } from '../../../language.ts';
import { repeatLater } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import type { NewMessage, Recipient } from '../../ledger/outbox/message.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import { Question, type Request } from '../../ledger/requests/request.ts';
import { explain, failureOf } from '../../onboarding/outage.ts';
import { asReply, defineMessage, defineRequestMessage, ofAnyKind } from '../../requests/define-message.ts';
import type { QuestionWords, RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/employees.ts';
import { requestButton } from '../../requests/request-button.ts';
import { caveatOf, type Message, messageOf, referenceNote } from '../../requests/result-views.ts';
import type { By } from '../../slack/button.ts';
import { channelTrouble } from '../../slack/posting/channels.ts';
import { changeForGood } from '../../slack/posting/post.ts';
import { fallback, markedNote, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

/** Builds the message that replaces an answered question; undefined if it can't be built. */
type Settle = (question: AnsweredQuestion) => Promise<Message | undefined>;

export interface AttentionDeps extends Bot {
  /** How other features replace their answered questions, by message name. */
  settledBy: Readonly<Record<string, Settle>>;
}

const Asked = z.object({ attempts: z.int(), question: z.string() });

export const question = defineMessage({
  name: 'request.question',
  label: () => say().labels.question,
  about: Asked,
  is: ofAnyKind,
  build({ attempts }, { request, typeOf }) {
    const isOpen = request.state === 'needs_review' && request.attempts === attempts;
    if (!isOpen || !request.question) return undefined;
    return undecided(request, typeOf(request).question(request, request.question));
  },
});

export function undecidedAnnouncements(request: Request, { keptFrom }: RequestType): NewMessage[] {
  const { id: requestId, requester, attempts } = request;
  if (!request.question) return [];
  const about = { attempts, question: request.question.kind };
  const to = (who: string, recipient: Recipient) =>
    question.message({ requestId, purpose: `undecided ${attempts}:${who}`, recipient }, about);
  return [
    to('requester', { channel: requester, confidential: true }),
    // The requester has their own copy, and the person leaving must not see it.
    to('hr', { hr: true, exceptUsers: [requester], exceptEmployee: keptFrom?.(request) }),
  ];
}

/** Answers the question: HR for every request, a manager for their own offboardings. */
function answerButton(id: string, yes: boolean) {
  return requestButton({
    id,
    role: 'managers',
    title: () => say().title,
    async press(id, { ledger, typeOf, viewer, showAnswers }: By<AnswerServices>) {
      const { gone, onlyHr, tooLate } = say();
      const request = await ledger.find(id);
      if (!request) return gone;
      if (!mayDecide(request, typeOf(request), viewer)) return onlyHr;
      const decision = await ledger.decide(id, yes, viewer.userId);
      await showAnswers();
      if (decision.kind === 'taken') return undefined;
      if (decision.kind === 'gone') return gone;
      return tooLate(decision.request, await ledger.questions.answerOf(id));
    },
  });
}

interface AnswerServices extends Pick<AttentionDeps, 'ledger' | 'typeOf'> {
  /** Shows the answer in every copy of the question. */
  showAnswers(): Promise<void>;
}

export const answers = {
  yes: answerButton('troubles_yes', true),
  no: answerButton('troubles_no', false),
};

export function questionButtons(request: Request, words: QuestionWords): Button[] {
  return [answers.yes.show(request, words.yes), answers.no.show(request, words.no)];
}

export function undecided(request: Request, words: QuestionWords): Message {
  return messageOf(words.text, ...row(...questionButtons(request, words)), referenceNote(request));
}

/** The question without its buttons, and the answer that was given. */
export function answeredQuestion(
  { request, answer }: Pick<AnsweredQuestion, 'request' | 'answer'>,
  { text, yes, no }: QuestionWords,
  caveat: string | undefined,
): Message {
  const given = answer && { by: answer.by, label: answer.yes ? yes : no };
  const said = markedNote(say().answered(request, given, caveat));
  return { text: fallback(text), blocks: [paragraph(text), referenceNote(request), said] };
}

/** The question as it was asked; undefined if it can't be read. */
function questionIn({ about, request }: AnsweredQuestion): Question | undefined {
  const kind = Asked.safeParse(about).data?.question;
  const newest = request.question;
  // The request keeps its question, unless "no" sent the request again; such questions consist of their kind only.
  return newest && newest.kind === kind ? newest : Question.safeParse({ kind }).data;
}

/** How long changes are collected, and the interval for finding changes of other processes, in milliseconds. */
const settling = 300;
const lookEvery = 60_000;

/**
 * Replaces the buttons of settled questions with the answer, in every copy, however it was answered. The database
 * keeps the remaining ones, so a crash or an unreachable Slack only delays it.
 */
export function followAnswers(deps: AttentionDeps) {
  const { access, client, ledger, typeOf, settledBy, changes, clock, log } = deps;

  async function shownInstead(question: AnsweredQuestion): Promise<Message | undefined> {
    const settle = settledBy[question.name];
    if (settle) return settle(question);
    const { request } = question;
    const asked = questionIn(question);
    return asked && answeredQuestion(question, typeOf(request).question(request, asked), caveatOf(request));
  }

  async function show(question: AnsweredQuestion): Promise<void> {
    const { recipient, place } = question;
    const reader = recipient && 'channel' in recipient ? recipient.channel : '';
    const shown = await inLanguage(
      await access.languageOf(reader),
      () => shownInstead(question),
      clock.now(),
    );
    // Unreadable questions can never show their answer. Settle them anyway so they don't block others.
    const code = shown && (await changeForGood(client, place, shown));
    if (code) log.warn({ code }, 'an answered question cannot be changed in Slack');
    await ledger.questions.settled(question);
  }

  async function turn(): Promise<void> {
    for (const question of await ledger.questions.answered()) await show(question);
  }

  const onError = (err: unknown) => log.warn({ err }, 'answered questions could not be changed in Slack yet');
  const showing = repeatLater({ clock, every: lookEvery, turn, onError });
  changes.listen(() => showing.wakeIn(settling));
  return showing;
}

const cancelled = defineRequestMessage(
  'request.cancelled',
  ofAnyKind,
  (request) => {
    const { outcome } = request;
    if (outcome?.kind !== 'cancelled') return undefined;
    return messageOf(say().cancelled(request), markedNote(say().cancelledBy(request, outcome.by)));
  },
  () => say().labels.cancelled,
);

export const attentionMessages = [
  defineMessage({
    name: 'outage',
    about: z.object({ code: z.string() }),
    build: ({ code }) => messageOf(explain(failureOf(code)), paragraph(say().untilMended)),
  }),
  defineMessage({
    name: 'outage.over',
    about: z.object({}),
    build: () => messageOf(say().goesOn),
  }),
  defineMessage({
    name: 'request.unreadable',
    about: z.object({ id: z.string() }),
    build: ({ id }) => messageOf(say().aside.told(id), paragraph(say().aside.seeHome)),
  }),
  defineMessage({
    name: 'channel.blocked',
    about: z.object({ channel: z.string(), code: z.string() }),
    build(blocked, { settings }) {
      const isForHr = blocked.channel === settings.privateChannel;
      return { text: say().blocked, blocks: [mrkdwn(channelTrouble({ ...blocked, isForHr }))] };
    },
  }),
  question,
  asReply(cancelled),
];

export function cancelledAnnouncements(request: Request): NewMessage[] {
  const { id: requestId, outcome, requester, cancelBy } = request;
  if (outcome?.kind !== 'cancelled' || (outcome.by === requester && cancelBy === null)) return [];
  const recipient = { channel: requester, confidential: true } as const;
  return [cancelled.message({ requestId, purpose: 'cancelled', recipient }, {})];
}
