import { WebAPIPlatformError } from '@slack/web-api';
import type { Language } from '../../../language.ts';
import { repeat } from '../../../time/repeat.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { Message } from '../../requests/result-views.ts';
import type { AttentionDeps } from './deps.ts';
import { answeredQuestion } from './outgoing.ts';
import { askedIn } from './question-message.ts';

/** How long several changes are waited for, and how often it is looked what other processes changed, in milliseconds. */
const settling = 300;
const lookEvery = 60_000;

/** Slack's words for a failure that passes; after any other one nobody can change the message any more. */
const passing = /^(ratelimited|internal_error|fatal_error|service_unavailable|request_timeout)$/;

/**
 * Takes the buttons from questions that nobody has to answer any more, and says there who answered what: in every copy,
 * however it was answered. The database knows which ones are left, so a crash or an unreachable Slack only delays it.
 */
export function followAnswers(deps: AttentionDeps) {
  const { client, ledger, typeOf, access, settledBy, changes, clock, log } = deps;
  let isReady = false;

  async function shownInstead(question: AnsweredQuestion, language: Language): Promise<Message | undefined> {
    const settle = settledBy[question.name ?? ''];
    if (settle) return settle(question, language);
    const asked = askedIn(question, { typeOf, language });
    const caveat = typeOf(question.request).caveat?.(question.request, language);
    return asked && answeredQuestion(asked, question, { caveat, language });
  }

  async function show(question: AnsweredQuestion): Promise<void> {
    try {
      const { recipient } = question;
      const reader = recipient && 'channel' in recipient ? recipient.channel : '';
      const language = await access.languageOf(reader);
      const shown = await shownInstead(question, language);
      // What cannot be read can never show the answer; it must not stand in front of others.
      if (shown) await client.chat.update({ ...question.place, ...shown });
    } catch (error) {
      if (!(error instanceof WebAPIPlatformError) || passing.test(error.data.error)) throw error;
      log.warn({ code: error.data.error }, 'an answered question cannot be changed in Slack');
    }
    await ledger.questions.settled(question.id);
  }

  async function showAll(): Promise<void> {
    if (!isReady) return;
    for (const question of await ledger.questions.answered()) await show(question);
  }

  const onError = (err: unknown) => log.warn({ err }, 'answered questions could not be changed in Slack yet');
  const showing = repeat({ clock, every: lookEvery, first: lookEvery, turn: showAll, onError });
  changes.listen(() => showing.wakeIn(settling));

  return {
    /** When Slack can be reached: shows what was answered before, and goes on until it is stopped. */
    begin(): Promise<void> {
      isReady = true;
      return showing.turnNow();
    },
    /** Shows now what was answered. @returns when it is shown, or could not be */
    show: showing.turnNow,
    stop: showing.stop,
  };
}
