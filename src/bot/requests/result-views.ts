import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Request } from '../ledger/requests/request.ts';
import * as messages from '../messages.ts';
import { alert, note, paragraph, plain } from '../slack/views/blocks.ts';

/** A message, as a feature words it. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** The last page of a form. */
export function outcomePage(title: string, blocks: KnownBlock[]): ModalView {
  return { type: 'modal', title: plain(title), close: plain(messages.outcome.close), blocks };
}

/** How far a request that has not ended may have come at the service. */
type Progress =
  /** The service has not heard of it, or said that it did nothing; and something keeps it from being asked. */
  | 'untouched'
  /** It is being asked, or is about to be. */
  | 'underWay'
  /** It was asked, and the answer is missing. */
  | 'inDoubt';

/** What may be said of a request before it has ended: "not yet" only where that is known. */
export function progressOf({ state, outcomeUnknownAt }: Request, trouble: Error | undefined): Progress {
  if (outcomeUnknownAt !== null || state === 'outcome_unknown' || state === 'needs_review') return 'inDoubt';
  return state === 'delivering' || trouble === undefined ? 'underWay' : 'untouched';
}

/** The last page for now: not known to be carried out, and nothing is lost. @param what how far it has come */
export function pendingPage(
  title: string,
  { request, what, trouble }: { request: Request; what: string; trouble: Error | undefined },
): ModalView {
  return outcomePage(title, [
    alert('warning', what),
    paragraph(messages.whyPending(trouble)),
    paragraph(
      progressOf(request, trouble) === 'inDoubt' ? messages.outcome.findsOut : messages.outcome.keepsTrying,
    ),
    referenceNote(request),
  ]);
}

/** Opens the form with everything that was sent. */
export function correctButtonFor(request: Request, action_id: string): Button {
  return {
    type: 'button',
    style: 'primary',
    action_id,
    text: plain(messages.outcome.correct),
    accessibility_label: messages.correctOf(request),
    value: request.id,
  };
}

/** What people and the log call the request. */
export function referenceNote(request: Request): KnownBlock {
  return note(messages.reference(request));
}
