import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import type { Viewer } from '../../access/only.ts';
import { declinedBy, type Request } from '../../ledger/requests/request.ts';
import type { Declined } from '../../requests/gone.ts';
import {
  correctButtonFor,
  type Message,
  outcomePage,
  pendingPage,
  progressOf,
  referenceNote,
  requestButton,
} from '../../requests/result-views.ts';
import { isUnconfirmed } from '../../requests/unconfirmed.ts';
import { alert, cut, paragraph } from '../../slack/views/blocks.ts';
import { mayKnow } from './earlier.ts';
import { offboardingForms } from './fields.ts';
import { actions } from './ids.ts';
import { isOffboarding, type OffboardingRequest } from './request.ts';
import { words } from './words.ts';

/** The form's last page: the offboarding has started. */
export function doneView(request: OffboardingRequest, language: Language): ModalView {
  const { titles, started, aboutSequences } = words[language];
  const blocks = [
    alert('success', started(request)),
    paragraph(summary(request, language)),
    paragraph(aboutSequences(request)),
    ...notes(request, language),
  ];
  return outcomePage(titles.done, blocks, language);
}

/** The form's page while the offboarding hasn't started yet, as far as Frontdesk knows; the request is saved. */
export function pendingView(
  request: OffboardingRequest,
  trouble: Error | undefined,
  language: Language,
): ModalView {
  if (request.state === 'awaiting_approval') return waitingView(request, language);
  const { titles, progress } = words[language];
  const what = progress[progressOf(request, trouble)](request);
  return pendingPage(titles.pending, { request, what, trouble }, language);
}

function waitingView(request: OffboardingRequest, language: Language): ModalView {
  const { title, what, next } = words[language].approval.waiting;
  const blocks = [alert('info', what(request)), paragraph(next), referenceNote(request, language)];
  return outcomePage(title, blocks, language);
}

/** The page for a refused request if its form is closed or replaced, with a way to correct it. */
export function rejectedView(request: OffboardingRequest, declined: Declined, language: Language): ModalView {
  const { titles } = words[language];
  return outcomePage(titles.refused, rejectedBlocks(request, declined, language), language);
}

/** To the requester: the offboarding has started. */
export function doneMessage(request: OffboardingRequest, language: Language): Message {
  const { started, aboutSequences } = words[language];
  const text = started(request);
  const about = paragraph(`${summary(request, language)}\n${aboutSequences(request)}`);
  return { text, blocks: [paragraph(text), about, ...notes(request, language)] };
}

/** To the private channel, and to people who planned the changed offboarding. */
export function privateMessage(request: OffboardingRequest, language: Language): Message {
  const { started, unconfirmed } = words[language];
  const text = started(request);
  const blocks = [
    paragraph(text),
    paragraph(summary(request, language)),
    ...(isUnconfirmed(request) ? [paragraph(unconfirmed(request))] : []),
    ...notes(request, language),
  ];
  return { text, blocks };
}

function summary(request: OffboardingRequest, language: Language): string {
  return offboardingForms[language].summary(request).join('\n');
}

function notes(request: OffboardingRequest, language: Language): KnownBlock[] {
  const { earlier } = request.context;
  const reference = referenceNote(request, language);
  if (!earlier || earlier.calledOff) return [reference];
  const text = words[language].changedBy(request, earlier);
  return [{ type: 'context', elements: [{ type: 'mrkdwn', text }] }, reference];
}

/** To the requester: the request was refused. */
export function rejectedMessage(
  request: OffboardingRequest,
  declined: Declined,
  language: Language,
): Message {
  const text = words[language].notStarted(request);
  return { text, blocks: rejectedBlocks(request, declined, language) };
}

/** Button to correct the input; none if the service has no offboarding (404), since other input wouldn't help. */
export function correctButtons(request: OffboardingRequest, language: Language): Button[] {
  const { outcome } = request;
  if (outcome?.kind === 'rejected' && outcome.status === 404) return [];
  return [correctButtonFor(request, actions.correct, language)];
}

function rejectedBlocks(
  request: OffboardingRequest,
  { problem, gone }: Declined,
  language: Language,
): KnownBlock[] {
  const { notStarted, everySentence } = words[language];
  const buttons = correctButtons(request, language);
  return [
    paragraph(notStarted(request)),
    paragraph(everySentence(problem, declinedBy(request), gone)),
    ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
    referenceNote(request, language),
  ];
}

/** Button to change the last day, for people who may know of the departure. A change is sent as a new offboarding. */
export function changeButtons(request: Request, viewer: Viewer): Button[] {
  if (!isOffboarding(request) || request.state !== 'done' || !mayKnow(request, viewer)) return [];
  const { changeDay } = words[viewer.language];
  return [
    requestButton(request, actions.change, changeDay, cut(`${changeDay}: ${request.context.personName}`, 75)),
  ];
}
