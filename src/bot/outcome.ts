import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Request } from './ledger/request.ts';
import * as messages from './messages.ts';
import { alert, note, paragraph, plain } from './slack/blocks.ts';

/** A message, as a feature words it. */
export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** The last page of a form. */
export function outcomePage(title: string, blocks: KnownBlock[]): ModalView {
  return { type: 'modal', title: plain(title), close: plain(messages.outcome.close), blocks };
}

/** The last page for now: not carried out yet, and nothing is lost. @param what that it is not */
export function pendingPage(
  title: string,
  { request, what, trouble }: { request: Request; what: string; trouble: Error | undefined },
): ModalView {
  return outcomePage(title, [
    alert('warning', what),
    paragraph(messages.whyPending(trouble)),
    paragraph(messages.outcome.keepsTrying),
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
