import { z } from 'zod';
import type { Language } from '../../../language.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../ledger/outbox/message.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import { Question, type Request } from '../../ledger/requests/request.ts';
import { defineMessage, ofAnyKind } from '../../requests/define-message.ts';
import type { RequestType, TypeOf } from '../../requests/define-request.ts';
import type { Message } from '../../requests/result-views.ts';
import { fallback } from '../../slack/views/blocks.ts';
import { undecided } from './outgoing.ts';
import { words } from './words.ts';

/** The attempt after which it is asked, and the kind of what is asked. */
const Asked = z.object({ attempts: z.int(), question: z.string() });

/** A person has to say how a request ended. Asked again after another attempt, it is another message. */
export const question = defineMessage({
  name: 'request.question',
  label: (language) => words[language].labels.question,
  about: Asked,
  is: ofAnyKind,
  build({ attempts }, { request, typeOf, language }) {
    const isOpen = request.state === 'needs_review' && request.attempts === attempts;
    return isOpen && request.question ? asking(request, request.question, { typeOf, language }) : undefined;
  },
});

/** A person has to say how a request ended: the requester, and HR. */
export function undecidedAnnouncements(request: Request, { keptFrom }: RequestType): NewMessage[] {
  const { id: requestId, requester, attempts } = request;
  if (!request.question) return [];
  const about = { attempts, question: request.question.kind };
  const to = (who: string, recipient: Recipient) =>
    question.message({ requestId, purpose: `undecided ${attempts}:${who}`, recipient }, about);
  return [
    to('requester', { channel: requester, confidential: true }),
    // The requester hears of it anyway, and whoever is to leave must not.
    to('hr', { hr: true, exceptUsers: [requester], exceptEmployee: keptFrom?.(request) }),
  ];
}

/** The question as it stands in Slack; undefined where that cannot be told any more. */
export function askedIn({ about, request }: AnsweredQuestion, reader: Reader): Message | undefined {
  const kind = Asked.safeParse(about).data?.question;
  const newest = request.question;
  // The request keeps what it asked, except where "no" sends it again: such a question says no more than its kind.
  const kept = newest && newest.kind === kind ? newest : Question.safeParse({ kind }).data;
  const message = kept && asking(request, kept, reader);
  return message && { ...message, text: fallback(message.text) };
}

interface Reader {
  typeOf: TypeOf;
  language: Language;
}

function asking(request: Request, what: Question, { typeOf, language }: Reader): Message {
  return undecided(request, typeOf(request).question(request, what, language), language);
}
