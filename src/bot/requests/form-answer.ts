import type { ModalView } from '@slack/types';
import type { Ledger } from '../ledger/ledger.ts';
import { declinedBy, type Problem, type Request } from '../ledger/requests/request.ts';
import { say as sayBot } from '../messages.ts';
import { say as sayOnboarding } from '../onboarding/messages.ts';
import { acknowledgementOf } from '../slack/incoming/acknowledgement.ts';
import type { FormArgs } from '../slack/incoming/listeners.ts';
import { alert } from '../slack/views/blocks.ts';
import { atBlocks, withTop } from '../slack/views/view.ts';

import type { SubmitResult } from './submit-and-wait.ts';

interface FormWords<R extends Request> {
  isOwn(request: Request): request is R;
  doneView(request: R): ModalView;
  pendingView(request: R, trouble: Error | undefined): ModalView;
  /** Error sentences by block id. */
  rejectedFields(problem: Problem, by: string | undefined): Record<string, string>;
  alreadyOpen(request: R): Record<string, string>;
  /** For a finished request about the same person that prevents this one. */
  alreadyDone?(): Record<string, string>;
  /** Page with the errors, if the fields are in another window. */
  elsewhere?(sentences: Record<string, string>): ModalView | undefined;
  fieldOf(name: string): string | undefined;
}

export async function answerForm<R extends Request>(
  submitted: SubmitResult,
  words: FormWords<R>,
  { ack, view, context }: FormArgs,
  ledger: Pick<Ledger, 'shownInForm'>,
): Promise<void> {
  const { setAside, alreadySent } = sayBot();
  const { isInTime } = acknowledgementOf(context);
  const show = (page: ModalView) => ack({ response_action: 'update', view: page });
  const showOnTop = (sentence: string) => show(withTop(view, [alert('error', sentence)]));
  const showAtFields = (sentences: Record<string, string>) => {
    const page = words.elsewhere?.(sentences);
    return page ? show(page) : ack({ response_action: 'errors', errors: atBlocks(view, sentences) });
  };
  if (submitted.kind === 'rejected') {
    const names = Object.keys(submitted.problem);
    const isAtFields = names.length > 0 && names.every((name) => words.fieldOf(name) !== undefined);
    const by = declinedBy(submitted.request);
    if (isAtFields) await showAtFields(words.rejectedFields(submitted.problem, by));
    else await showOnTop(sayOnboarding().declinedElsewhere);
    // Slack ignores a late answer; the message about it is kept then.
    if (isInTime) await ledger.shownInForm(submitted.request.id);
    return;
  }
  if (submitted.kind === 'setAside') return showOnTop(setAside(submitted.id));
  const request = own(submitted.request, words);
  if (submitted.kind === 'alreadyDone') return showAtFields(words.alreadyDone?.() ?? {});
  if (submitted.kind === 'alreadyOpen') return showAtFields(words.alreadyOpen(request));
  if (submitted.kind === 'sentBefore') {
    const fields = submitted.changed.flatMap((name) => words.fieldOf(name) ?? []);
    return showAtFields(Object.fromEntries(fields.map((field) => [field, alreadySent(request)])));
  }
  if (submitted.kind === 'done') return show(words.doneView(request));
  // The window is updated when the request ends: see `resultWindow`.
  return show(words.pendingView(request, submitted.trouble));
}

function own<R extends Request>(request: Request, { isOwn }: Pick<FormWords<R>, 'isOwn'>): R {
  if (!isOwn(request)) throw new Error('The form belongs to a request of another kind.');
  return request;
}
