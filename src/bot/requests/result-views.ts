import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Request } from '../ledger/requests/request.ts';
import { say as sayBot } from '../messages.ts';
import { explain } from '../onboarding/outage.ts';
import type { ButtonArgs } from '../slack/incoming/listeners.ts';
import { say as saySlack } from '../slack/messages.ts';
import { alert, note, paragraph, plain } from '../slack/views/blocks.ts';

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** Final page of a form. Closing it also closes the form below. */
export function outcomePage(title: string, blocks: KnownBlock[]): ModalView {
  const close = plain(saySlack().close);
  return { type: 'modal', title: plain(title), close, clear_on_close: true, blocks };
}

/** How far an unfinished request may have come at the service. */
type Progress =
  /** The service didn't get it or did nothing; something prevents the request. */
  | 'untouched'
  /** Being sent, or about to be. */
  | 'underWay'
  /** Sent, but the answer is missing. */
  | 'inDoubt';

/**
 * Progress of an unfinished request; `untouched` only if that is certain.
 * @param trouble of the last attempt
 */
export function progressOf({ state, outcomeUnknownAt }: Request, trouble: Error | undefined): Progress {
  if (outcomeUnknownAt !== null || state === 'outcome_unknown' || state === 'needs_review') return 'inDoubt';
  return state === 'delivering' || trouble === undefined ? 'underWay' : 'untouched';
}

/**
 * Page for a request that isn't finished but stored.
 * @param what says how far it has come
 */
export function pendingPage(
  title: string,
  { request, what, trouble }: { request: Request; what: string; trouble: Error | undefined },
): ModalView {
  const { slowService, outcome } = sayBot();
  const whatNext = progressOf(request, trouble) === 'inDoubt' ? outcome.findsOut : outcome.keepsTrying;
  const blocks = [
    alert('warning', what),
    paragraph(trouble ? explain(trouble) : slowService),
    paragraph(whatNext),
    referenceNote(request),
  ];
  return outcomePage(title, blocks);
}

/**
 * Button about a request.
 * @param spoken label for screen readers, unique to the request
 */
export function requestButton({ id }: Request, action_id: string, label: string, spoken: string): Button {
  return { type: 'button', action_id, text: plain(label, 75), accessibility_label: spoken, value: id };
}

/** Button that reopens the form with the sent values. */
export function correctButtonFor(request: Request, action_id: string): Button {
  const { outcome, correctOf } = sayBot();
  return { ...requestButton(request, action_id, outcome.correct, correctOf(request)), style: 'primary' };
}

/** Note with the request's reference, as in the log. */
export function referenceNote(request: Request): KnownBlock {
  return note(sayBot().reference(request));
}

/**
 * Updates a request's page after a button press on it.
 * @param said result of the press if it failed, in mrkdwn
 * @returns false if the button isn't on such a page
 */
type ShowAgain = (args: ButtonArgs, id: string, said?: string) => Promise<boolean>;

/** Lets features update requests' pages, which belong to App Home. */
export type RequestPages = ReturnType<typeof createRequestPages>;

export function createRequestPages() {
  let show: ShowAgain = async () => false;
  return {
    serve(how: ShowAgain): void {
      show = how;
    },
    showAgain: (...asked: Parameters<ShowAgain>) => show(...asked),
  };
}
