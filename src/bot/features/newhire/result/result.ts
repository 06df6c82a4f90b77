import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../../../language.ts';
import type { Unreached } from '../../../ledger/outbox/message.ts';
import { declinedBy } from '../../../ledger/requests/request.ts';
import type { Audience } from '../../../requests/define-request.ts';
import type { Declined } from '../../../requests/gone.ts';
import {
  correctButtonFor,
  type Message,
  outcomePage,
  pendingPage,
  progressOf,
  referenceNote,
  requestButton,
} from '../../../requests/result-views.ts';
import { alert, cut, header, mrkdwn, note, paragraph, plain } from '../../../slack/views/blocks.ts';
import { newHireForms } from '../form/fields.ts';
import { actions } from '../form/ids.ts';
import { type Companion, type HireRequest, isUnconfirmed } from '../request.ts';
import { words } from '../words.ts';

/** The form's last page after the person was added. */
export function doneView(request: HireRequest, { profileUrl }: Audience, language: Language): ModalView {
  const { titles, buttons, added, whatNext, notNotified } = words[language];
  const another = { type: 'button', action_id: actions.addAnother, text: plain(buttons.addAnother) } as const;
  const like = requestButton(
    request,
    actions.addLike,
    buttons.addLike,
    cut(`${buttons.addLike}: ${request.context.personName}`, 75),
  );
  const blocks = [
    alert('success', added(request)),
    paragraph(summary(request, language)),
    ...lines(whatNext(request)),
    ...lines(notNotified(request)),
    { type: 'actions' as const, elements: [another, like, ...profileButtons(request, profileUrl, language)] },
    referenceNote(request, language),
  ];
  return outcomePage(titles.done, blocks, language);
}

/** The form's page while the person hasn't been added yet, as far as Frontdesk knows; the request is saved. */
export function pendingView(request: HireRequest, trouble: Error | undefined, language: Language): ModalView {
  const { titles, progress } = words[language];
  const what = progress[progressOf(request, trouble)](request);
  return pendingPage(titles.pending, { request, what, trouble }, language);
}

/** The page for a refused request if its form is closed or replaced, with a way to correct it. */
export function rejectedView(request: HireRequest, declined: Declined, language: Language): ModalView {
  const { titles, notAdded } = words[language];
  const blocks = [alert('error', notAdded(request)), ...rejectedBlocks(request, declined, language)];
  return outcomePage(titles.refused, blocks, language);
}

/** To the requester: the person was added. */
export function doneMessage(request: HireRequest, { profileUrl }: Audience, language: Language): Message {
  const { added, notNotified, unconfirmed } = words[language];
  const text = added(request);
  const buttons = profileButtons(request, profileUrl, language);
  return {
    text,
    blocks: [
      paragraph(text),
      paragraph(summary(request, language)),
      ...lines(notNotified(request)),
      ...(isUnconfirmed(request) ? [paragraph(unconfirmed(request))] : []),
      ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
      referenceNote(request, language),
    ],
  };
}

/** To the requester: the request was refused. */
export function rejectedMessage(request: HireRequest, declined: Declined, language: Language): Message {
  const text = words[language].notAdded(request);
  return { text, blocks: [paragraph(text), ...rejectedBlocks(request, declined, language)] };
}

function rejectedBlocks(request: HireRequest, { problem, gone }: Declined, language: Language): KnownBlock[] {
  const { everySentence, somebodyElse } = words[language];
  const by = declinedBy(request);
  return [
    ...(by === undefined || by === 'frontdesk' ? [] : [mrkdwn(somebodyElse(by))]),
    paragraph(everySentence(problem, { called: request.context, by, gone })),
    { type: 'actions', elements: [correctButton(request, language)] },
    referenceNote(request, language),
  ];
}

/** To the requester, after the outcome: the manager or buddy couldn't be notified. */
export function unreachedMessage(request: HireRequest, language: Language): Message {
  const { notNotified, notNotifiedOf } = words[language];
  const [about, line] = [notNotifiedOf(request), notNotified(request)];
  const blocks = [paragraph(about), paragraph(line), referenceNote(request, language)];
  return { text: `${about} ${line}`, blocks };
}

/** To HR: the manager or buddy can't be reached any more. */
export function lostMessage(
  request: HireRequest,
  { as, why }: { as: Companion; why: Unreached },
  language: Language,
): Message {
  const { lostCompanion, takeOver, check } = words[language];
  const text = lostCompanion(request, as, why);
  const day = request.day === null ? [] : [paragraph(check.starts(request.day))];
  return {
    text,
    blocks: [paragraph(text), ...day, paragraph(takeOver(request, as)), referenceNote(request, language)],
  };
}

/**
 * To the channels.
 * @param own the organization's text, if any
 * @param stage the hire's current stage; undefined at first
 */
export function headline(
  request: HireRequest,
  { own, stage }: { own: string | undefined; stage?: string | undefined },
  language: Language,
): Message {
  const text = own ?? words[language].joins(request);
  const facts = newHireForms[language].summary(request, 'everybody');
  return {
    text,
    blocks: [
      own === undefined ? header(text) : paragraph(text),
      ...lines(facts.join('\n')),
      ...(stage === undefined ? [] : [note(stage)]),
    ],
  };
}

/** To HR: the person has a role that gives rights. */
export function roleMessage(request: HireRequest, language: Language): Message {
  const { addedWithRole, requestedBy } = words[language];
  const text = addedWithRole(request);
  const by: KnownBlock = { type: 'context', elements: [{ type: 'mrkdwn', text: requestedBy(request) }] };
  return { text, blocks: [paragraph(text), by, referenceNote(request, language)] };
}

/** To the manager or buddy. */
export function companionMessage(
  request: HireRequest,
  roles: readonly Companion[],
  language: Language,
): Message {
  const text = words[language].joinsWithYou(request, roles);
  return { text, blocks: [paragraph(text), ...lines(request.payload.position ?? '')] };
}

function summary(request: HireRequest, language: Language): string {
  const { starts, idLine } = words[language];
  const all = [starts(request), ...newHireForms[language].summary(request), idLine(request)];
  return all.filter((line) => line !== undefined).join('\n');
}

function lines(text: string): KnownBlock[] {
  return text === '' ? [] : [paragraph(text)];
}

/** Link to the person's profile; empty without a known id or address. @param template URL with `{id}` in it */
export function profileButtons(
  { outcome }: HireRequest,
  template: string | undefined,
  language: Language,
): Button[] {
  if (template === undefined || outcome?.kind !== 'done' || outcome.resultId === null) return [];
  const url = template.replaceAll('{id}', String(outcome.resultId));
  const text = plain(words[language].buttons.openProfile);
  return [{ type: 'button', action_id: actions.openProfile, text, url }];
}

/** Button that opens the form with everything that was sent. */
export function correctButton(request: HireRequest, language: Language): Button {
  return correctButtonFor(request, actions.correct, language);
}
