import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Language } from '../../language.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Problem, Request } from '../ledger/requests/request.ts';
import { acknowledgementOf } from '../slack/incoming/acknowledgement.ts';
import { languageIn } from '../slack/incoming/reader.ts';
import { alert } from '../slack/views/blocks.ts';
import { atBlocks, withTop } from '../slack/views/view.ts';
import { words as ownWords } from '../words.ts';
import type { SubmitResult } from './submit-and-wait.ts';

export type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** A feature's words for what can become of its form. */
interface FormWords<R extends Request> {
  isOwn(request: Request): request is R;
  doneView(request: R): ModalView;
  pendingView(request: R, trouble: Error | undefined): ModalView;
  /** Sentences by block id. */
  rejectedFields(problem: Problem): Record<string, string>;
  /** What belongs to no field; undefined when each sentence found its field. */
  rejectedElsewhere(problem: Problem): string | undefined;
  alreadyOpen(request: R): Record<string, string>;
  /** Where somebody has to know of another request about the same person that was carried out: what to answer. */
  alreadyDone?(request: R): Promise<void>;
  /** The form's field of something that is sent, by its name there; undefined when the form has none. */
  fieldOf(name: string): string | undefined;
}

/** Makes the form the answer: the result, errors at their fields, or that Frontdesk keeps trying. */
export async function answerForm<R extends Request>(
  submitted: SubmitResult,
  words: FormWords<R>,
  args: FormArgs,
  ledger: Pick<Ledger, 'shownInForm'>,
): Promise<void> {
  const { ack, view, context } = args;
  const language = languageIn(context);
  const { isInTime } = acknowledgementOf(context);
  if (submitted.kind === 'rejected') {
    await refuse(submitted.problem, words, args);
    // What comes too late Slack does not show: then the message about it stays.
    if (isInTime) await ledger.shownInForm(submitted.request.id);
    return;
  }
  if (submitted.kind === 'setAside')
    return ack({
      response_action: 'update',
      view: withTop(view, [alert('error', ownWords[language].setAside(submitted.id))]),
    });
  const request = own(submitted.request, words);
  if (submitted.kind === 'alreadyDone') return words.alreadyDone?.(request);
  if (submitted.kind === 'alreadyOpen')
    return ack({ response_action: 'errors', errors: atBlocks(view, words.alreadyOpen(request)) });
  if (submitted.kind === 'sentBefore')
    return ack({
      response_action: 'errors',
      errors: atBlocks(view, sentBefore(request, submitted.changed, words.fieldOf, language)),
    });
  if (submitted.kind === 'done') return ack({ response_action: 'update', view: words.doneView(request) });
  // Whoever ends the request updates the window: see `resultWindow`.
  return ack({ response_action: 'update', view: words.pendingView(request, submitted.trouble) });
}

/** What belongs to no field stands at the top of the form, which keeps what was typed. */
function refuse<R extends Request>(problem: Problem, words: FormWords<R>, { ack, view }: FormArgs) {
  const elsewhere = words.rejectedElsewhere(problem);
  if (elsewhere === undefined)
    return ack({ response_action: 'errors', errors: atBlocks(view, words.rejectedFields(problem)) });
  return ack({ response_action: 'update', view: withTop(view, [alert('error', elsewhere)]) });
}

/** At each field that holds something else than what was sent before. */
function sentBefore(
  request: Request,
  changed: readonly string[],
  fieldOf: (name: string) => string | undefined,
  language: Language,
): Record<string, string> {
  const fields = changed.flatMap((name) => fieldOf(name) ?? []);
  return Object.fromEntries(fields.map((field) => [field, ownWords[language].alreadySent(request)]));
}

function own<R extends Request>(request: Request, { isOwn }: Pick<FormWords<R>, 'isOwn'>): R {
  if (!isOwn(request)) throw new Error('The form belongs to a request of another kind.');
  return request;
}
