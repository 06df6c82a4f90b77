import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Problem } from '../../../contract/problem.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { alert, note, paragraph, plain } from '../../slack/blocks.ts';
import { actions } from './fields.ts';
import * as messages from './messages.ts';

type OffboardingRequest = RequestOf<'offboarding'>;

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** The form's last page: it has started. */
export function doneView(request: OffboardingRequest): ModalView {
  return page(messages.titles.done, [
    alert('success', messages.started(request)),
    paragraph(messages.summary(request)),
    paragraph(messages.timeline),
    note(messages.reference(request)),
  ]);
}

/** The form's last page for now: not started yet, and nothing is lost. */
export function pendingView(request: OffboardingRequest, trouble: Error | undefined): ModalView {
  return page(messages.titles.pending, [
    alert('warning', messages.notStartedYet(request)),
    paragraph(messages.whyPending(trouble)),
    paragraph(messages.keepsTrying),
    note(messages.reference(request)),
  ]);
}

/** The form is closed or has been replaced, and the service refused: what to do about it. */
export function refusedView(request: OffboardingRequest, problem: Problem): ModalView {
  return page(messages.titles.refused, refusedBlocks(request, problem));
}

/** To the requester: it has started. */
export function doneMessage(request: OffboardingRequest): Message {
  const text = messages.started(request);
  const summary = paragraph(`${messages.summary(request)}\n${messages.timeline}`);
  return { text, blocks: [paragraph(text), summary, note(messages.reference(request))] };
}

/** To the private channel. */
export function privateMessage(request: OffboardingRequest): Message {
  const text = messages.started(request);
  const blocks = [paragraph(text), paragraph(messages.summary(request)), note(messages.reference(request))];
  return { text, blocks };
}

/** To the requester: it cannot be done like this. */
export function refusedMessage(request: OffboardingRequest, problem: Problem): Message {
  return { text: messages.notStarted(request), blocks: refusedBlocks(request, problem) };
}

/** Opens the form with everything that was sent. */
export function correctButton(request: OffboardingRequest): Button {
  const text = plain(messages.buttons.correct);
  const accessibility_label = messages.correctOf(request);
  return {
    type: 'button',
    style: 'primary',
    action_id: actions.correct,
    text,
    accessibility_label,
    value: request.id,
  };
}

function refusedBlocks(request: OffboardingRequest, problem: Problem): KnownBlock[] {
  return [
    paragraph(messages.notStarted(request)),
    paragraph(messages.everySentence(problem)),
    { type: 'actions', elements: [correctButton(request)] },
    note(messages.reference(request)),
  ];
}

function page(title: string, blocks: KnownBlock[]): ModalView {
  return { type: 'modal', title: plain(title), close: plain(messages.buttons.close), blocks };
}
