import { inLanguage } from '../../../language.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { Message } from '../../requests/result-views.ts';
import { changeForGood, keepTrue } from '../../slack/posting/post.ts';
import type { AttentionDeps } from './deps.ts';
import { answeredQuestion } from './outgoing.ts';
import { askedIn } from './question-message.ts';

/**
 * Replaces the buttons of settled questions with the answer, in every copy, however it was answered. The database
 * keeps the remaining ones, so a crash or an unreachable Slack only delays it.
 */
export function followAnswers(deps: AttentionDeps) {
  const { access, client, ledger, typeOf, settledBy, changes, clock, log } = deps;

  async function shownInstead(question: AnsweredQuestion): Promise<Message | undefined> {
    const settle = settledBy[question.name];
    if (settle) return settle(question);
    const asked = askedIn(question, { typeOf });
    const caveat = typeOf(question.request).caveat?.(question.request);
    return asked && answeredQuestion(asked, question, { caveat });
  }

  async function show(question: AnsweredQuestion): Promise<void> {
    const { recipient, place } = question;
    const reader = recipient && 'channel' in recipient ? recipient.channel : '';
    const shown = await inLanguage(await access.languageOf(reader), () => shownInstead(question));
    // Unreadable questions can never show their answer. Settle them anyway so they don't block others.
    const code = shown && (await changeForGood(client, place, shown));
    if (code) log.warn({ code }, 'an answered question cannot be changed in Slack');
    await ledger.questions.settled(question.id);
  }

  async function showAll(): Promise<void> {
    for (const question of await ledger.questions.answered()) await show(question);
  }

  const onError = (err: unknown) => log.warn({ err }, 'answered questions could not be changed in Slack yet');
  return keepTrue({ clock, changes, turn: showAll, onError });
}
