import type { Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/may-see.ts';
import { answerPrivately } from '../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { viewerOf } from '../../slack/incoming/origin.ts';
import { say } from './messages.ts';
import type { AttentionDeps } from './question-message.ts';

/**
 * HR answers for every request, a manager for their own offboardings. A late answer gets a private reply,
 * because others see the question.
 */
export function answer(deps: AttentionDeps, yes: boolean, showAnswers: () => Promise<void>) {
  const { ledger, typeOf, requestPages } = deps;
  return async (args: ButtonArgs) => {
    const { ack, body, action } = args;
    const { title, gone, onlyHr, tooLate } = say();
    await ack();
    const id = action.value ?? '';
    const reply = async (sentence: string) => {
      if (!(await requestPages.showAgain(args, id, sentence))) await answerPrivately(args, title, sentence);
    };
    const request = await ledger.find(id);
    if (!request) return reply(gone);
    if (!mayDecide(request, typeOf(request), viewerOf(args))) return reply(onlyHr);
    const decision = await ledger.decide(id, yes, body.user.id);
    await showAnswers();
    if (decision.kind === 'taken') return void (await requestPages.showAgain(args, id));
    if (decision.kind === 'gone') return reply(gone);
    await reply(tooLate(decision.request, await ledger.questions.answerOf(id)));
  };
}

/** For the requester and for anyone allowed to decide. */
export function dismiss({ ledger, typeOf, requestPages }: AttentionDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const id = args.action.value ?? '';
    const { title, gone, overAlready } = say();
    const request = await ledger.find(id);
    const may = request && mayDismiss(request, typeOf(request), viewerOf(args));
    const decision = may ? await ledger.dismiss(id, args.body.user.id) : { kind: 'gone' as const };
    const sentence = decision.kind === 'gone' ? gone : overAlready;
    const said = decision.kind === 'taken' ? undefined : sentence;
    if (await requestPages.showAgain(args, id, said)) return;
    // App Home updates on its own.
    if (said !== undefined) await answerPrivately(args, title, said);
  };
}

export function mayDismiss(request: Request, type: RequestType, viewer: Viewer): boolean {
  const isTheirs = request.requester === viewer.userId || mayDecide(request, type, viewer);
  return isTheirs && request.state === 'rejected' && request.dismissedAt === null;
}
