import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { NewHire } from '../../../../contract/new-hire.ts';
import { tryWithin } from '../../../../time/clock.ts';
import type { Day } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import { declinedBy, type Request } from '../../../ledger/requests/request.ts';
import type { Audience, Declined } from '../../../requests/define-request.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import { requestButtonOf } from '../../../requests/request-button.ts';
import {
  correctButtonFor,
  isUnconfirmed,
  type Message,
  messageOf,
  outcomePage,
  pageOf,
  pendingPage,
  referenceNote,
} from '../../../requests/result-views.ts';
import { actionButton } from '../../../slack/button.ts';
import { alert, header, listed, mrkdwn, note, paragraph, plain, row } from '../../../slack/views/blocks.ts';
import { labelOf } from '../../../slack/views/view.ts';
import { say as sayElsewhere } from '../elsewhere/messages.ts';
import { actions, type HireValues, newHireForms } from '../form/fields.ts';
import { say } from '../messages.ts';
import { type Companion, companionsOf, type HireContext, type HireRequest, isHire } from '../request.ts';
import { say as sayRequest } from '../request-messages.ts';

export function doneView(request: HireRequest, { profileUrl }: Audience): ModalView {
  const { titles, buttons, added, whatNext, notNotified } = say();
  const another = actionButton(actions.addAnother, { text: buttons.addAnother });
  const like = requestButtonOf(actions.addLike, request, buttons.addLike);
  const isOff = request.calledOffAt !== null;
  const blocks = [
    alert('success', added(request)),
    ...(isOff ? [alert('warning', sayRequest().afterwards.calledOff.said(request.context.personName))] : []),
    paragraph(summary(request)),
    ...(isOff ? [] : lines(whatNext(request))),
    ...(isOff ? [] : lines(notNotified(request))),
    ...row(another, like, ...profileButtons(request, profileUrl)),
    referenceNote(request),
  ];
  return outcomePage(request.context.addedElsewhere ? sayElsewhere().done : titles.done, blocks);
}

export function pendingView(request: HireRequest, trouble: Error | undefined): ModalView {
  return pendingPage(request, trouble, say());
}

/** The page for a refused request if its form is closed or replaced, with a way to correct it. */
export function rejectedView(request: HireRequest, declined: Declined): ModalView {
  return pageOf(say().titles.refused, 'error', rejectedMessage(request, declined));
}

export function doneMessage(request: HireRequest, { profileUrl }: Audience): Message {
  return messageOf(
    say().added(request),
    paragraph(summary(request)),
    ...lines(say().notNotified(request)),
    ...(isUnconfirmed(request) ? [paragraph(sayRequests().sequencesUnconfirmed)] : []),
    ...row(...profileButtons(request, profileUrl)),
    referenceNote(request),
  );
}

export function rejectedMessage(request: HireRequest, { problem, gone }: Declined): Message {
  const { notAdded, everySentence, somebodyElse } = say();
  const by = declinedBy(request);
  return messageOf(
    notAdded(request),
    ...(by === undefined || by === 'frontdesk' ? [] : [mrkdwn(somebodyElse(by))]),
    paragraph(everySentence(problem, { called: request.context, by, gone })),
    ...row(correctButton(request)),
    referenceNote(request),
  );
}

/**
 * `ownOf` gives the organization's text; `stageOf` a hire's current stage, undefined at first. Several hires who were
 * added at once have one headline.
 */
export function headline(
  hires: readonly HireRequest[],
  {
    ownOf,
    stageOf = () => undefined,
    today,
  }: {
    ownOf(hire: HireRequest): string | undefined;
    stageOf?: (hire: HireRequest) => string | undefined;
    today: Day;
  },
): Message {
  const [hire] = hires;
  if (!hire || hires.length > 1) {
    const text = sayRequest().several.join(hires, today);
    return { text, blocks: [header(text), ...named(hires, ownOf, stageOf)] };
  }
  const [own, stage] = [ownOf(hire), stageOf(hire)];
  const text = own ?? say().joins(hire, today);
  const facts = newHireForms().summary(hire, 'everybody');
  return {
    text,
    blocks: [
      own === undefined ? header(text) : paragraph(text),
      ...lines(facts.join('\n')),
      ...(stage === undefined ? [] : [note(stage)]),
    ],
  };
}

/** A line for each hire of a message about several: the organization's text, or name and position. */
export function named(
  hires: readonly HireRequest[],
  ownOf: (hire: HireRequest) => string | undefined,
  stageOf: (hire: HireRequest) => string | undefined = () => undefined,
): KnownBlock[] {
  const { one } = sayRequest().several;
  return listed(shortened(hires.map((hire) => one(hire, ownOf(hire), stageOf(hire)))));
}

/** The hires of one message, by name. */
export function withOthers(request: HireRequest, others: readonly Request[] = []): HireRequest[] {
  const byName = (one: HireRequest, other: HireRequest) =>
    one.context.personName.localeCompare(other.context.personName);
  return [request, ...others.filter(isHire)].toSorted(byName);
}

/** @param most lines; by default the people named in one message */
export function shortened(lines: readonly string[], most = 50): readonly string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), sayRequest().several.more(more)] : lines;
}

function summary(request: HireRequest): string {
  const { starts, idLine } = say();
  const all = [starts(request), ...newHireForms().summary(request), idLine(request)];
  return all.filter((line) => line !== undefined).join('\n');
}

function lines(text: string): KnownBlock[] {
  return text === '' ? [] : [paragraph(text)];
}

/** Link to the person's profile; empty without a known id or address. @param template URL with `{id}` in it */
export function profileButtons({ outcome }: HireRequest, template: string | undefined): Button[] {
  if (template === undefined || outcome?.kind !== 'done' || outcome.resultId === null) return [];
  const url = template.replaceAll('{id}', String(outcome.resultId));
  const text = plain(say().buttons.openProfile);
  return [{ type: 'button', action_id: actions.openProfile, text, url }];
}

export function correctButton(request: HireRequest): Button {
  return correctButtonFor(request, actions.correct);
}

export type UnreachedNow = NonNullable<HireContext['unreached']>;

/** Time limit for the service and Slack, in milliseconds: the form must be answered within three seconds. */
const patience = 1_500;

export async function unreachedNow(
  hire: Pick<NewHire, Companion>,
  { findEmployee, clock }: Pick<Bot, 'findEmployee' | 'clock'>,
): Promise<UnreachedNow> {
  const found = companionsOf(hire).map(async ({ as: purpose, employee }) => {
    // A failed lookup isn't reported: it's retried when the message is sent.
    const inSlack = await tryWithin(clock, patience, findEmployee(employee));
    return inSlack && 'why' in inSlack ? [{ purpose, why: inSlack.why }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Points about manager and buddy who won't be notified, for a page before sending. */
export function unreachedPoints(
  { values, payload }: { values: Pick<HireValues, Companion>; payload: Pick<NewHire, Companion> },
  left: UnreachedNow,
) {
  return companionsOf(payload).flatMap(({ as, employee, roles }) => {
    const entry = values[as];
    const why = left.find(({ purpose }) => purpose === as)?.why;
    if (!entry || !why) return [];
    const text = say().wontBeNotified(labelOf(entry), roles, why);
    return [{ code: `unreached-${as}-${employee}`, text, employee }];
  });
}

export function withUnreached(request: HireRequest, now: UnreachedNow): HireRequest {
  const before = request.context.unreached ?? [];
  const others = now.filter(({ purpose }) => !before.some((one) => one.purpose === purpose));
  return { ...request, context: { ...request.context, unreached: [...before, ...others] } };
}
