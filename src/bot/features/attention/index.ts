import type { Button, KnownBlock } from '@slack/types';
import type { Feature, HomePart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { AsideCount } from '../../ledger/requests/set-aside.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/employees.ts';
import { requestButton } from '../../requests/result-views.ts';
import { answerPrivately, noticeView } from '../../slack/incoming/answer.ts';
import { type ButtonArgs, on } from '../../slack/incoming/listeners.ts';
import { viewerOf } from '../../slack/incoming/origin.ts';
import { confirmation, header, paragraph, plain, row } from '../../slack/views/blocks.ts';
import { openView } from '../../slack/views/open-view.ts';
import {
  type AttentionDeps,
  answers,
  attentionMessages,
  followAnswers,
  questionButtons,
} from './announcements.ts';
import { say } from './messages.ts';

/** Action ids. `takeUp` reads everything again; the others have a request's reference as their value. */
const actions = {
  takeUp: 'troubles_take_up',
  discard: 'troubles_discard',
  dismiss: 'troubles_dismiss',
} as const;

async function asidePart({ role }: Viewer, { ledger }: AttentionDeps): Promise<HomePart> {
  if (role !== 'hr') return {};
  const aside = await ledger.aside.count();
  const { open, ended, messages } = aside.counts;
  if (open + ended + messages === 0) return {};
  const { title, tryAgain } = say().aside;
  const again: Button = { type: 'button', action_id: actions.takeUp, text: plain(tryAgain) };
  const buttons = [again, ...aside.open.map((id) => discardButton(id))];
  return { alerts: [header(title), ...linesOf(aside), ...buttons.flatMap((button) => row(button))] };
}

function linesOf({ open, counts }: AsideCount): KnownBlock[] {
  const { aside } = say();
  const lines = [
    ...(counts.open > 0 ? [aside.open(counts.open, open)] : []),
    ...(counts.messages > 0 ? [aside.messages(counts.messages)] : []),
    ...(counts.ended > 0 ? [aside.ended(counts.ended)] : []),
    aside.whatToDo,
  ];
  return lines.map((line) => paragraph(line));
}

function discardButton(id: string): Button {
  const { confirm, discard: label } = say().aside;
  return {
    type: 'button',
    action_id: actions.discard,
    text: plain(label(id)),
    value: id,
    confirm: confirmation(confirm),
  };
}

function takeUp({ ledger }: AttentionDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    if ((await ledger.aside.takeUp(args.body.user.id)) > 0) return;
    const { title, stillUnreadable } = say().aside;
    await openView(args, noticeView(title, stillUnreadable));
  };
}

function discard({ ledger }: AttentionDeps) {
  return async ({ ack, body, action }: ButtonArgs) => {
    await ack();
    await ledger.aside.discard(action.value ?? '', body.user.id);
  };
}

/**
 * HR answers for every request, a manager for their own offboardings. A late answer gets a private reply,
 * because others see the question.
 */
function answer(deps: AttentionDeps, yes: boolean, showAnswers: () => Promise<void>) {
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

/** Handles the press of the requester, or of anyone allowed to decide. */
function dismiss({ ledger, typeOf, requestPages }: AttentionDeps) {
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

function dismissButton(request: Request): Button {
  const { dismiss: text, spokenOf } = say();
  return requestButton(request, actions.dismiss, text, spokenOf(request, text));
}

function mayDismiss(request: Request, type: RequestType, viewer: Viewer): boolean {
  const isTheirs = request.requester === viewer.userId || mayDecide(request, type, viewer);
  return isTheirs && request.state === 'rejected' && request.dismissedAt === null;
}

export function attentionFeature(deps: AttentionDeps): Feature {
  const { typeOf } = deps;
  const { begin, show, stop } = followAnswers(deps);
  const asked = (request: Request) =>
    request.state === 'needs_review' && request.question
      ? typeOf(request).question(request, request.question)
      : undefined;
  return {
    listeners: [
      on.action(answers.yes, 'managers', answer(deps, true, show)),
      on.action(answers.no, 'managers', answer(deps, false, show)),
      on.action(actions.takeUp, 'hr', takeUp(deps)),
      on.action(actions.discard, 'hr', discard(deps)),
      on.action(actions.dismiss, 'managers', dismiss(deps)),
    ],
    requestNote: (request) => asked(request)?.text,
    requestButtons(request, viewer) {
      const question = mayDecide(request, typeOf(request), viewer) && asked(request);
      if (question) return questionButtons(request, question);
      return mayDismiss(request, typeOf(request), viewer) ? [dismissButton(request)] : [];
    },
    home: (viewer) => asidePart(viewer, deps),
    messages: attentionMessages,
    begin,
    stop,
  };
}
