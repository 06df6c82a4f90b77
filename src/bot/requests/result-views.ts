import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../language.ts';
import type { Request } from '../ledger/requests/request.ts';
import { explain } from '../onboarding/explain.ts';
import { alert, note, paragraph, plain } from '../slack/views/blocks.ts';
import { words as slackWords } from '../slack/words.ts';
import { words } from '../words.ts';

/** A message, as a feature words it. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** The last page of a form. Closed, it does not give way to the form, which is over. */
export function outcomePage(title: string, blocks: KnownBlock[], language: Language): ModalView {
  const close = plain(slackWords[language].close);
  return { type: 'modal', title: plain(title), close, clear_on_close: true, blocks };
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
  language: Language,
): ModalView {
  const { slowService, outcome } = words[language];
  const whatNext = progressOf(request, trouble) === 'inDoubt' ? outcome.findsOut : outcome.keepsTrying;
  const blocks = [
    alert('warning', what),
    paragraph(trouble ? explain(trouble, language) : slowService),
    paragraph(whatNext),
    referenceNote(request, language),
  ];
  return outcomePage(title, blocks, language);
}

/** A button about a request. @param spoken tells it from those about others, for people who hear it */
export function requestButton({ id }: Request, action_id: string, label: string, spoken: string): Button {
  return { type: 'button', action_id, text: plain(label, 75), accessibility_label: spoken, value: id };
}

/** Opens the form with everything that was sent. */
export function correctButtonFor(request: Request, action_id: string, language: Language): Button {
  const { outcome, correctOf } = words[language];
  return { ...requestButton(request, action_id, outcome.correct, correctOf(request)), style: 'primary' };
}

/** What people and the log call the request. */
export function referenceNote(request: Request, language: Language): KnownBlock {
  return note(words[language].reference(request));
}
