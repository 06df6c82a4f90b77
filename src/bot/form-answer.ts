import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Problem } from '../contract/problem.ts';
import type { HandedIn } from './ledger/hand-in.ts';
import type { Request, RequestKind, RequestOf } from './ledger/request.ts';
import { alert } from './slack/blocks.ts';
import { atBlocks, withTop } from './slack/view.ts';

export type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** A feature's words for what can become of its form. */
export interface FormWords<Kind extends RequestKind> {
  kind: Kind;
  doneView(request: RequestOf<Kind>): ModalView;
  pendingView(request: RequestOf<Kind>, trouble: Error | undefined): ModalView;
  /** In the place of the pending one, when the service refuses later. */
  refusedView(request: RequestOf<Kind>, problem: Problem): ModalView;
  /** Sentences by block id. */
  refusedFields(problem: Problem): Record<string, string>;
  /** What belongs to no field; undefined when each sentence found its field. */
  refusedElsewhere(problem: Problem): string | undefined;
  alreadyOpen(request: RequestOf<Kind>): Record<string, string>;
}

/** Makes the form the answer: the result, errors at their fields, or that Frontdesk keeps trying. */
export async function answerForm<Kind extends RequestKind>(
  handedIn: HandedIn,
  words: FormWords<Kind>,
  args: FormArgs,
): Promise<void> {
  const { ack, view } = args;
  if (handedIn.kind === 'refused') return refuse(handedIn.problem, words, args);
  const request = ofKind(handedIn.request, words.kind);
  if (handedIn.kind === 'alreadyOpen')
    return ack({ response_action: 'errors', errors: atBlocks(view, words.alreadyOpen(request)) });
  if (handedIn.kind === 'done') return ack({ response_action: 'update', view: words.doneView(request) });
  await ack({ response_action: 'update', view: words.pendingView(request, handedIn.trouble) });
  await showEnd(ofKind(await handedIn.ended, words.kind), words, view.id, args);
}

/** What belongs to no field stands at the top of the form, which keeps what was typed. */
function refuse<Kind extends RequestKind>(problem: Problem, words: FormWords<Kind>, { ack, view }: FormArgs) {
  const elsewhere = words.refusedElsewhere(problem);
  if (elsewhere === undefined)
    return ack({ response_action: 'errors', errors: atBlocks(view, words.refusedFields(problem)) });
  return ack({ response_action: 'update', view: withTop(view, [alert('error', elsewhere)]) });
}

/** The window shows the outcome when it is still open; the direct message brings it in any case. */
async function showEnd<Kind extends RequestKind>(
  request: RequestOf<Kind>,
  words: FormWords<Kind>,
  viewId: string,
  { client }: FormArgs,
): Promise<void> {
  const { outcome } = request;
  if (!outcome || outcome.kind === 'cancelled') return;
  const view =
    outcome.kind === 'done' ? words.doneView(request) : words.refusedView(request, outcome.problem);
  // A closed window answers `not_found`, and Slack may be away: neither is a reason to trouble anybody.
  await client.views.update({ view_id: viewId, view }).catch(() => {});
}

function ofKind<Kind extends RequestKind>(request: Request, kind: Kind): RequestOf<Kind> {
  if (!isOfKind(request, kind)) throw new Error('The form belongs to a request of another kind.');
  return request;
}

function isOfKind<Kind extends RequestKind>(request: Request, kind: Kind): request is RequestOf<Kind> {
  return request.kind === kind;
}
