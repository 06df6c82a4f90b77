import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Request } from '../ledger/requests/request.ts';
import { say as sayBot } from '../messages.ts';
import { explain } from '../onboarding/outage.ts';
import { alert, mrkdwn, note, paragraph } from '../slack/views/blocks.ts';
import { page } from '../slack/views/view.ts';
import { say } from './messages.ts';
import { requestButtonOf } from './request-button.ts';

/** Whether it is done but unknown whether its sequences were assigned. */
export function isUnconfirmed({ context, outcome }: Request): boolean {
  return outcome?.kind === 'done' && !outcome.confirmed && context.sequenceNames.length > 0;
}

/** Caveat about a request that a person confirmed as done; undefined if there is none. */
export function caveatOf(request: Request): string | undefined {
  return isUnconfirmed(request) ? say().sequencesUnconfirmed : undefined;
}

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** A message with its text as the first paragraph. */
export function messageOf(text: string, ...further: KnownBlock[]): Message {
  return { text, blocks: [paragraph(text), ...further] };
}

/** Page that closes with the windows below it. */
export function outcomePage(title: string, blocks: readonly KnownBlock[]): ModalView {
  return { ...page(title, blocks), clear_on_close: true };
}

/** A message as a page: its first sentence becomes an alert. */
export function pageOf(
  title: string,
  level: 'success' | 'error',
  { text, blocks: [_sentence, ...rest] }: Message,
): ModalView {
  return outcomePage(title, [alert(level, text), ...rest]);
}

type Progress =
  /** The service didn't get it or did nothing; something prevents the request. */
  | 'untouched'
  /** Being sent, or about to be. */
  | 'underWay'
  /** Sent, but the answer is missing. */
  | 'inDoubt';

/** `untouched` only if that is certain. `isHeldUp`: something prevents the request. */
function progressOf({ state, outcomeUnknownAt }: Request, isHeldUp: boolean): Progress {
  if (outcomeUnknownAt !== null || state === 'outcome_unknown' || state === 'needs_review') return 'inDoubt';
  return state === 'delivering' || !isHeldUp ? 'underWay' : 'untouched';
}

interface PendingWords<R> {
  titles: { pending: string };
  progress: Record<Progress, (request: R) => string>;
}

/** Page for a saved request that hasn't been carried out yet, as far as Frontdesk knows. */
export function pendingPage<R extends Request>(
  request: R,
  trouble: Error | undefined,
  { titles, progress }: PendingWords<R>,
): ModalView {
  const { slowService, saved } = sayBot();
  const blocks = [
    alert('warning', progress[progressOf(request, trouble !== undefined)](request)),
    paragraph(trouble ? explain(trouble) : slowService),
    paragraph(saved),
    referenceNote(request),
  ];
  return outcomePage(titles.pending, blocks);
}

/** State of a saved request that hasn't been carried out yet, for a message. */
export function progressBlocks<R extends Request>(
  request: R,
  isHeldUp: boolean,
  { progress }: Pick<PendingWords<R>, 'progress'>,
): KnownBlock[] {
  const state = progress[progressOf(request, isHeldUp)](request);
  return [paragraph(state), paragraph(sayBot().saved), referenceNote(request)];
}

export function correctButtonFor(request: Request, action_id: string): Button {
  return { ...requestButtonOf(action_id, request, sayBot().correct), style: 'primary' };
}

/** Link to the person's page in the onboarding service. @param template its address with `{id}` in it, if known */
export function profileBlocks({ outcome }: Request, template: string | undefined): KnownBlock[] {
  const id = outcome?.kind === 'done' ? outcome.resultId : null;
  if (id === null || template === undefined) return [];
  return [mrkdwn(say().profile(encodeURI(template.replaceAll('{id}', String(id)))))];
}

export function referenceNote(request: Request): KnownBlock {
  return note(sayBot().reference(request));
}
