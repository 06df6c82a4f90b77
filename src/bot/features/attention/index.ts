import type { KnownBlock } from '@slack/types';
import type { Feature, HomePart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { AsideCount } from '../../ledger/requests/set-aside.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/employees.ts';
import { OfRequest, requestButton } from '../../requests/request-button.ts';
import { actionButton, type By, button } from '../../slack/button.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import { type ButtonArgs, on } from '../../slack/incoming/listeners.ts';
import { confirmation, header, paragraph, row } from '../../slack/views/blocks.ts';
import { openView } from '../../slack/views/open-view.ts';
import {
  type AttentionDeps,
  answers,
  attentionMessages,
  followAnswers,
  questionButtons,
} from './announcements.ts';
import { say } from './messages.ts';

const takeUpId = 'troubles_take_up';

async function asidePart({ role }: Viewer, { ledger }: AttentionDeps): Promise<HomePart> {
  if (role !== 'hr') return {};
  const aside = await ledger.aside.count();
  const { open, ended, messages } = aside.counts;
  if (open + ended + messages === 0) return {};
  const { title, tryAgain, confirm, discard: label } = say().aside;
  const again = actionButton(takeUpId, { text: tryAgain });
  const discards = aside.open.map((id) => ({
    ...discard.show({ request: id }, { text: label(id) }),
    confirm: confirmation(confirm),
  }));
  const buttons = [again, ...discards];
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

const discard = button({
  id: 'troubles_discard',
  role: 'hr',
  value: OfRequest,
  press: ({ request }, { ledger, viewer }: By<AttentionDeps>) => ledger.aside.discard(request, viewer.userId),
});

function takeUp({ ledger }: AttentionDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    if ((await ledger.aside.takeUp(args.body.user.id)) > 0) return;
    const { title, stillUnreadable } = say().aside;
    await openView(args, noticeView(title, stillUnreadable));
  };
}

/** Hides a refused request: for its requester, and for everybody who may decide. */
const dismiss = requestButton({
  id: 'troubles_dismiss',
  role: 'managers',
  title: () => say().title,
  async press(id, { ledger, typeOf, viewer }: By<AttentionDeps>) {
    const { gone, overAlready } = say();
    const request = await ledger.find(id);
    const may = request && mayDismiss(request, typeOf(request), viewer);
    const decision = may ? await ledger.dismiss(id, viewer.userId) : { kind: 'gone' as const };
    if (decision.kind === 'taken') return undefined;
    return decision.kind === 'gone' ? gone : overAlready;
  },
});

function mayDismiss(request: Request, type: RequestType, viewer: Viewer): boolean {
  const isTheirs = request.requester === viewer.userId || mayDecide(request, type, viewer);
  return isTheirs && request.state === 'rejected' && request.dismissedAt === null;
}

export function attentionFeature(deps: AttentionDeps): Feature {
  const { typeOf } = deps;
  const { begin, turnNow: showAnswers, stop } = followAnswers(deps);
  const asked = (request: Request) =>
    request.state === 'needs_review' && request.question
      ? typeOf(request).question(request, request.question)
      : undefined;
  return {
    listeners: [
      ...Object.values(answers).map((button) => button.listener({ ...deps, showAnswers })),
      on.action(takeUpId, 'hr', takeUp(deps)),
      discard.listener(deps),
      dismiss.listener(deps),
    ],
    requestNote: (request) => asked(request)?.text,
    requestButtons(request, viewer) {
      const question = mayDecide(request, typeOf(request), viewer) && asked(request);
      if (question) return questionButtons(request, question);
      return mayDismiss(request, typeOf(request), viewer) ? [dismiss.show(request, say().dismiss)] : [];
    },
    home: (viewer) => asidePart(viewer, deps),
    messages: attentionMessages,
    begin,
    stop,
  };
}
