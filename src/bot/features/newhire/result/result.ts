import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Problem } from '../../../../contract/problem.ts';
import {
  correctButtonFor,
  type Message,
  outcomePage,
  pendingPage,
  progressOf,
  referenceNote,
} from '../../../requests/result-views.ts';
import { alert, header, paragraph, plain } from '../../../slack/views/blocks.ts';
import { actions } from '../form/ids.ts';
import * as messages from '../messages.ts';
import type { HireRequest } from '../request.ts';
import * as outcomeMessages from './messages.ts';
import { details, summary } from './summary.ts';
import { notNotified, notNotifiedOf } from './unreached-messages.ts';

/** The form's last page: the person exists. @param profile the address of their page, where it is known */
export function doneView(request: HireRequest, profile?: string): ModalView {
  return outcomePage(messages.titles.done, [
    alert('success', messages.added(request)),
    paragraph(summary(request)),
    ...whatNext(request),
    ...unreachedLines(request),
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: actions.addAnother, text: plain(messages.buttons.addAnother) },
        ...(profile === undefined ? [] : [profileButton(profile)]),
      ],
    },
    referenceNote(request),
  ]);
}

/** The form's last page for now: not made as far as is known, and nothing is lost. */
export function pendingView(request: HireRequest, trouble: Error | undefined): ModalView {
  const { notAddedYet: untouched, beingAdded: underWay, checkingAdded: inDoubt } = messages;
  const what = { untouched, underWay, inDoubt }[progressOf(request, trouble)](request);
  return pendingPage(messages.titles.pending, { request, what, trouble });
}

/** The form is closed or has been replaced, and the service refused: what to do about it. */
export function rejectedView(request: HireRequest, problem: Problem): ModalView {
  return outcomePage(messages.titles.refused, [
    alert('error', messages.notAdded(request)),
    paragraph(messages.everySentence(problem)),
    correctRow(request),
    referenceNote(request),
  ]);
}

/** To the requester: it is done. */
export function doneMessage(request: HireRequest, profile?: string): Message {
  const text = messages.added(request);
  const button: KnownBlock[] =
    profile === undefined ? [] : [{ type: 'actions', elements: [profileButton(profile)] }];
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(summary(request)),
      ...unreachedLines(request),
      ...(outcomeMessages.isUnconfirmed(request) ? [paragraph(outcomeMessages.unconfirmed(request))] : []),
      ...button,
      referenceNote(request),
    ],
  };
}

function whatNext(request: HireRequest): KnownBlock[] {
  const text = outcomeMessages.whatNext(request);
  return text === '' ? [] : [paragraph(text)];
}

/** To the requester: it cannot be done like this. */
export function rejectedMessage(request: HireRequest, problem: Problem): Message {
  const text = messages.notAdded(request);
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(messages.everySentence(problem)),
      correctRow(request),
      referenceNote(request),
    ],
  };
}

/** To the requester, after that: the manager or the buddy could not be notified. */
export function unreachedMessage(request: HireRequest): Message {
  const [about, line] = [notNotifiedOf(request), notNotified(request)];
  return { text: `${about} ${line}`, blocks: [paragraph(about), paragraph(line), referenceNote(request)] };
}

function unreachedLines(request: HireRequest): KnownBlock[] {
  const lines = notNotified(request);
  return lines === '' ? [] : [paragraph(lines)];
}

/** To the channels. */
export function headline(request: HireRequest): Message {
  const text = messages.joins(request);
  const lines = details(request);
  return { text, blocks: [header(text), ...(lines === '' ? [] : [paragraph(lines)])] };
}

/** To HR: the person has a role that gives rights. */
export function roleMessage(request: HireRequest): Message {
  const text = outcomeMessages.addedWithRole(request);
  const by = { type: 'mrkdwn', text: outcomeMessages.requestedBy(request) } as const;
  return {
    text,
    blocks: [paragraph(text), { type: 'context', elements: [by] }, referenceNote(request)],
  };
}

/** To the manager or the buddy. */
export function companionMessage(request: HireRequest, as: 'manager' | 'buddy'): Message {
  const text = messages.joinsWithYou(request, as);
  const { position } = request.payload;
  return { text, blocks: [paragraph(text), ...(position === undefined ? [] : [paragraph(position)])] };
}

function profileButton(url: string) {
  const text = plain(messages.buttons.openProfile);
  return { type: 'button', action_id: actions.openProfile, text, url } as const;
}

/** Opens the form with everything that was sent. */
export function correctButton(request: HireRequest): Button {
  return correctButtonFor(request, actions.correct);
}

function correctRow(request: HireRequest): KnownBlock {
  return { type: 'actions', elements: [correctButton(request)] };
}
