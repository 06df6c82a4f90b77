import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Problem } from '../../../contract/problem.ts';
import type { RequestOf } from '../../ledger/request.ts';
import { alert, header, note, paragraph, plain } from '../../slack/blocks.ts';
import { actions } from './fields.ts';
import * as messages from './messages.ts';

type NewHireRequest = RequestOf<'newhire'>;

export interface Message {
  text: string;
  blocks: KnownBlock[];
}

/** The form's last page: the person exists. @param profile the address of their page, where it is known */
export function doneView(request: NewHireRequest, profile?: string): ModalView {
  return page(messages.titles.done, [
    alert('success', messages.added(request)),
    paragraph(messages.summary(request)),
    paragraph(messages.whatNext(request)),
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: actions.addAnother, text: plain(messages.buttons.addAnother) },
        ...(profile === undefined ? [] : [profileButton(profile)]),
      ],
    },
    note(messages.reference(request)),
  ]);
}

/** The form's last page for now: not made yet, and nothing is lost. */
export function pendingView(request: NewHireRequest, trouble: Error | undefined): ModalView {
  return page(messages.titles.pending, [
    alert('warning', messages.notAddedYet(request)),
    paragraph(messages.whyPending(trouble)),
    paragraph(messages.keepsTrying),
    note(messages.reference(request)),
  ]);
}

/** The form is closed or has been replaced, and the service refused: what to do about it. */
export function refusedView(request: NewHireRequest, problem: Problem): ModalView {
  return page(messages.titles.refused, [
    alert('error', messages.notAdded(request)),
    paragraph(messages.everySentence(problem)),
    correctRow(request),
    note(messages.reference(request)),
  ]);
}

/** To the requester: it is done. */
export function doneMessage(request: NewHireRequest, profile?: string): Message {
  const text = messages.added(request);
  const button: KnownBlock[] =
    profile === undefined ? [] : [{ type: 'actions', elements: [profileButton(profile)] }];
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(messages.summary(request)),
      ...button,
      note(messages.reference(request)),
    ],
  };
}

/** To the requester: it cannot be done like this. */
export function refusedMessage(request: NewHireRequest, problem: Problem): Message {
  const text = messages.notAdded(request);
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(messages.everySentence(problem)),
      correctRow(request),
      note(messages.reference(request)),
    ],
  };
}

/** To the channels. */
export function headline(request: NewHireRequest): Message {
  const text = messages.joins(request);
  const details = messages.details(request);
  return { text, blocks: [header(text), ...(details === '' ? [] : [paragraph(details)])] };
}

/** To the manager or the buddy. */
export function companionMessage(request: NewHireRequest, as: 'manager' | 'buddy'): Message {
  const text = messages.joinsWithYou(request, as);
  const { position } = request.payload;
  return { text, blocks: [paragraph(text), ...(position === undefined ? [] : [paragraph(position)])] };
}

function page(title: string, blocks: KnownBlock[]): ModalView {
  return { type: 'modal', title: plain(title), close: plain(messages.buttons.close), blocks };
}

function profileButton(url: string) {
  const text = plain(messages.buttons.openProfile);
  return { type: 'button', action_id: actions.openProfile, text, url } as const;
}

/** Opens the form with everything that was sent. */
export function correctButton(request: NewHireRequest): Button {
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

function correctRow(request: NewHireRequest): KnownBlock {
  return { type: 'actions', elements: [correctButton(request)] };
}
