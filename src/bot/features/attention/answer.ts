import { viewerOf } from '../../access/only.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import type { AttentionDeps } from './deps.ts';
import { words } from './words.ts';

/**
 * HR answers for everybody, a manager for the offboardings of their own. Whoever may not, or comes too late, is told so
 * privately: the question belongs to all who see it.
 * @param showAnswers brings every copy of an answered question up to date
 */
export function answer({ ledger, typeOf }: AttentionDeps, yes: boolean, showAnswers: () => Promise<void>) {
  return async (args: ButtonArgs) => {
    const { ack, body, action, context } = args;
    const { title, gone, onlyHr, tooLate } = words[languageIn(context)];
    await ack();
    const id = action.value ?? '';
    const request = await ledger.find(id);
    if (!request) return answerPrivately(args, title, gone);
    if (!mayDecide(request, typeOf(request), viewerOf(args))) return answerPrivately(args, title, onlyHr);
    const decision = await ledger.decide(id, yes, body.user.id);
    await showAnswers();
    if (decision.kind === 'taken') return;
    if (decision.kind === 'gone') return answerPrivately(args, title, gone);
    await answerPrivately(args, title, tooLate(decision.request, await ledger.questions.answerOf(id)));
  };
}
