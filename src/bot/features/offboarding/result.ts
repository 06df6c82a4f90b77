import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Problem } from '../../../contract/problem.ts';
import {
  correctButtonFor,
  type Message,
  outcomePage,
  pendingPage,
  progressOf,
  referenceNote,
} from '../../requests/result-views.ts';
import { alert, paragraph } from '../../slack/views/blocks.ts';
import { offboardingFields } from './fields.ts';
import { actions } from './ids.ts';
import * as messages from './messages.ts';
import type { OffboardingRequest } from './request.ts';

/** The form's last page: it has started. */
export function doneView(request: OffboardingRequest): ModalView {
  return outcomePage(messages.titles.done, [
    alert('success', messages.started(request)),
    paragraph(summary(request)),
    paragraph(messages.aboutSequences(request)),
    ...changeNote(request),
    referenceNote(request),
  ]);
}

/** The form's last page for now: not started as far as is known, and nothing is lost. */
export function pendingView(request: OffboardingRequest, trouble: Error | undefined): ModalView {
  const { notStartedYet: untouched, beingStarted: underWay, checkingStarted: inDoubt } = messages;
  const what = { untouched, underWay, inDoubt }[progressOf(request, trouble)](request);
  return pendingPage(messages.titles.pending, { request, what, trouble });
}

/** The form is closed or has been replaced, and the service refused: what to do about it. */
export function rejectedView(request: OffboardingRequest, problem: Problem): ModalView {
  return outcomePage(messages.titles.refused, refusedBlocks(request, problem));
}

/** To the requester: it has started. */
export function doneMessage(request: OffboardingRequest): Message {
  const text = messages.started(request);
  const about = paragraph(`${summary(request)}\n${messages.aboutSequences(request)}`);
  return { text, blocks: [paragraph(text), about, ...changeNote(request), referenceNote(request)] };
}

/** To the private channel, and to those who planned what is changed. */
export function privateMessage(request: OffboardingRequest): Message {
  const text = messages.started(request);
  const blocks = [
    paragraph(text),
    paragraph(summary(request)),
    ...(messages.isUnconfirmed(request) ? [paragraph(messages.unconfirmed(request))] : []),
    ...changeNote(request),
    referenceNote(request),
  ];
  return { text, blocks };
}

function summary(request: OffboardingRequest): string {
  return offboardingFields.summary(request).join('\n');
}

/** Who changed what, for those who knew what was planned before. */
function changeNote(request: OffboardingRequest): KnownBlock[] {
  const { earlier } = request.context;
  if (!earlier) return [];
  return [{ type: 'context', elements: [{ type: 'mrkdwn', text: messages.changedBy(request, earlier) }] }];
}

/** To the requester: it cannot be done like this. */
export function rejectedMessage(request: OffboardingRequest, problem: Problem): Message {
  return { text: messages.notStarted(request), blocks: refusedBlocks(request, problem) };
}

/** Whether other input could change the answer: a service that has no offboarding (404) takes none. */
export function canBeCorrected({ outcome }: OffboardingRequest): boolean {
  return outcome?.kind !== 'rejected' || outcome.status !== 404;
}

/** Opens the form with everything that was sent. */
export function correctButton(request: OffboardingRequest): Button {
  return correctButtonFor(request, actions.correct);
}

function refusedBlocks(request: OffboardingRequest, problem: Problem): KnownBlock[] {
  return [
    paragraph(messages.notStarted(request)),
    paragraph(messages.everySentence(problem)),
    ...(canBeCorrected(request) ? [{ type: 'actions' as const, elements: [correctButton(request)] }] : []),
    referenceNote(request),
  ];
}
