import type { ModalView } from '@slack/types';
import { type Clock, within } from '../../time/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { declinedBy, type NewRequest, type Problem, type Request } from '../ledger/requests/request.ts';
import { say as sayBot } from '../messages.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { say as sayOnboarding } from '../onboarding/messages.ts';
import type { Here } from '../slack/modal.ts';
import { alert } from '../slack/views/blocks.ts';
import { withTop } from '../slack/views/view.ts';
import type { Declined, Gone, RequestType } from './define-request.ts';
import { type SubmitResult, submitAndWait } from './submit-and-wait.ts';

type Sentences = Record<string, string>;

/** A page, or sentences at the form's fields. */
type FormAnswer = ModalView | { errors: Sentences };

interface FormWords<R extends Request> {
  isOwn(request: Request): request is R;
  type: Pick<RequestType, 'gone'>;
  /** Names of the fields, which are those in the payload. */
  fields: readonly string[];
  doneView(request: R): ModalView | Promise<ModalView>;
  pendingView(request: R, trouble: Error | undefined): ModalView;
  refusal(name: string, said: readonly string[], declined: { by: string | undefined; gone: Gone }): string;
  alreadyOpen(request: R): Sentences;
  /** For a finished request about the same person that prevents this one. */
  alreadyDone(request: R): FormAnswer;
}

interface Lists {
  directory: Pick<Directory, 'asRead' | 'readAgain'>;
  clock: Clock;
}

/** How long a form waits for fresh lists, in milliseconds. */
const patience = 400;

/** Adds to a refusal what is no longer in the service's lists, if they can be read within `wait` milliseconds. */
export async function declinedOf<R extends Request>(
  request: R,
  problem: Problem,
  { gone }: Pick<RequestType, 'gone'>,
  { directory, clock }: Lists,
  wait = patience,
): Promise<Declined> {
  const before = directory.asRead();
  await within(clock, wait, directory.readAgain());
  const lists = directory.asRead();
  return { problem, gone: lists && lists !== before ? gone?.(request, problem, lists) : undefined };
}

interface FormDeps extends Lists {
  ledger: Pick<Ledger, 'shownInForm' | 'submit' | 'awaitView'>;
}

/** Sends the request of a form. @returns what became of it, and the answer to the form */
export async function sendForm<R extends Request>(
  request: NewRequest,
  words: FormWords<R>,
  deps: FormDeps,
  here: Here,
) {
  const submitted = await submitAndWait(request, { ...deps, left: here.left });
  return { submitted, answer: await answerOf(submitted, words, deps, here) };
}

async function answerOf<R extends Request>(
  submitted: SubmitResult,
  words: FormWords<R>,
  deps: FormDeps,
  here: Here,
): Promise<FormAnswer> {
  const { setAside, alreadySent } = sayBot();
  const onTop = (sentence: string) => withTop(here.open, [alert('error', sentence)]);
  // Slack ignores a late answer; the message about the outcome is kept then.
  if (submitted.kind === 'rejected' || submitted.kind === 'done')
    here.whenTaken(() => deps.ledger.shownInForm(submitted.request.id));
  if (submitted.kind === 'rejected') {
    const { request, problem } = submitted;
    const refused = Object.entries(problem);
    const isAtFields = refused.length > 0 && refused.every(([name]) => words.fields.includes(name));
    if (!isAtFields) return onTop(sayOnboarding().declinedElsewhere);
    const { gone } = await declinedOf(request, problem, words.type, deps);
    const declined = { by: declinedBy(request), gone };
    return {
      errors: Object.fromEntries(refused.map(([name, said]) => [name, words.refusal(name, said, declined)])),
    };
  }
  if (submitted.kind === 'setAside') return onTop(setAside(submitted.id));
  const { request } = submitted;
  if (!words.isOwn(request)) throw new Error('The form belongs to a request of another kind.');
  if (submitted.kind === 'alreadyDone') return words.alreadyDone(request);
  if (submitted.kind === 'alreadyOpen') return { errors: words.alreadyOpen(request) };
  if (submitted.kind === 'sentBefore') {
    const fields = submitted.changed.filter((name) => words.fields.includes(name));
    return { errors: Object.fromEntries(fields.map((field) => [field, alreadySent(request)])) };
  }
  if (submitted.kind === 'done') return words.doneView(request);
  // The window is updated when the request ends: see `resultWindow`.
  return words.pendingView(request, submitted.trouble);
}
