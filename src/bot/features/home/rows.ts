import type { Button, KnownBlock, SectionBlock } from '@slack/types';
import { type Day, dayIn } from '../../../time/dates.ts';
import type { Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain } from '../../onboarding/outage.ts';
import { findFor, mayDecide } from '../../requests/employees.ts';
import { say as sayRequests } from '../../requests/messages.ts';
import { aboutRequest, requestButton } from '../../requests/request-button.ts';
import { type By, buttonOf } from '../../slack/button.ts';
import { confirmation, cut, cutMarkup, escapeMrkdwn, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';
import type { HomeServices } from './services.ts';

export const personWindowId = 'home_request';

interface Standing {
  /** A later request about the same person counts. */
  isReplaced?: boolean;
  /** Requester of another open request about the same person. */
  changedBy?: string | undefined;
  /** The viewer has a question of HR to answer. */
  awaitsAnswer?: boolean;
}

/** A person in a list: name, state, and what is open. The button opens their page. */
export function personRow(request: Request, by: By<HomeServices>, standing: Standing = {}): SectionBlock {
  const name = `*${escapeMrkdwn(cut(request.context.personName, 400))}*`;
  const [state, ...further] = statesOf(request, by, standing);
  const text = [`${name} · ${state}`, ...further].join('\n');
  const details = aboutRequest(say().buttons.details, request);
  return { ...named(text), accessory: buttonOf(personWindowId, { id: request.id }, details) };
}

/** Row of a person with open requests, and buttons below it. */
export async function openRow(
  request: Request,
  by: By<HomeServices>,
  standing: Standing = {},
): Promise<KnownBlock[]> {
  const section = personRow(request, by, standing);
  const notes = notesOf(request, by).map((note) => `\n${escapeMrkdwn(note)}`);
  const said = { ...section, ...named(`${section.text?.text}${notes.join('')}`) };
  const buttons = await requestButtons(request, by);
  return buttons.length > 0 ? [said, ...row(...buttons)] : [said];
}

/** Section in mrkdwn in which only what is marked up is formatted: `acme.com` in a name doesn't become a link. */
function named(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: cutMarkup(text, 3_000), verbatim: true } };
}

/** The state, and a line about the person if there is more to say. In mrkdwn. */
export function statesOf(
  request: Request,
  { settings, clock, typeOf, viewer }: By<HomeServices>,
  { isReplaced = false, changedBy, awaitsAnswer = false }: Standing = {},
): string[] {
  const type = typeOf(request);
  const upcoming = type.upcoming();
  const { replaced, asks, asksBack, changing } = say();
  const { state, requester, outcome } = request;
  const today: Day = dayIn(settings().timezone, clock.now());
  const isAsking = state === 'awaiting_approval' && requester !== viewer.userId;
  const first = outcome && outcome.kind !== 'done' ? type.title() : upcoming.state(request, today);
  const open = isAsking ? asks(requester) : awaitsAnswer ? asksBack : requestState(request);
  const second = isReplaced ? replaced : open;
  // Managers see somebody else's change only once it's done.
  const isChanging = changedBy !== undefined && (viewer.role === 'hr' || changedBy === viewer.userId);
  const about = [
    ...(outcome?.kind === 'done' ? (upcoming.about?.(request) ?? []) : []),
    ...(upcoming.open?.(request) ?? []),
    ...(isChanging ? [changing] : []),
  ];
  return [
    [first, ...(second === undefined ? [] : [second])].join(' · '),
    ...(about.length > 0 ? [escapeMrkdwn(about.join(' · '))] : []),
  ];
}

/** State of a request that isn't done; undefined for one that is. */
function requestState({ state, outcome }: Request): string | undefined {
  const { notApproved, byService } = say();
  if (state === 'done') return undefined;
  if (outcome?.kind === 'cancelled' && outcome.why) return notApproved[outcome.why];
  if (outcome?.kind !== 'rejected' || outcome.by === 'frontdesk') return sayRequests().states[state];
  return outcome.by === undefined ? byService : notApproved.declined;
}

/** Whether the viewer requested this, and has a question of HR to answer. */
export async function isAskedBack(
  { id, state, requester }: Request,
  { ledger, viewer }: By<HomeServices>,
): Promise<boolean> {
  if (state !== 'awaiting_approval' || requester !== viewer.userId) return false;
  return (await ledger.approvalOf(id))?.awaitsAnswer ?? false;
}

export function notesOf(request: Request, { features, viewer }: By<HomeServices>): string[] {
  return features.flatMap((feature) => feature.requestNote?.(request, viewer) ?? []);
}

export async function requestButtons(
  request: Request,
  { features, typeOf, viewer }: By<HomeServices>,
): Promise<Button[]> {
  const ofFeatures: Button[] = [];
  for (const feature of features)
    ofFeatures.push(...((await feature.requestButtons?.(request, viewer)) ?? []));
  const may = mayDecide(request, typeOf(request), viewer);
  return [...ofFeatures, ...(may ? ownButtons(request, viewer) : [])];
}

function ownButtons(request: Request, { userId }: Viewer): Button[] {
  const { state, requester } = request;
  const awaitsApproval = state === 'awaiting_approval';
  // Approvers decline with a reason instead of cancelling.
  if (request.outcome || (awaitsApproval && requester !== userId)) return [];
  const { confirm, buttons } = say();
  const stop = {
    ...cancel.show(request, buttons.cancel),
    confirm: confirmation({ ...confirm, text: confirm.text(request) }),
  };
  const isWaiting = state === 'needs_review' || awaitsApproval;
  return isWaiting ? [stop] : [retry.show(request, buttons.retry), stop];
}

export const retry = decision('retry');
export const cancel = decision('cancel');

function decision(what: 'retry' | 'cancel') {
  return requestButton({
    id: `home_${what}`,
    role: 'managers',
    title: () => say().title,
    async press(id, by: By<HomeServices>) {
      const { ledger, typeOf, viewer } = by;
      const request = await findFor(viewer, id, by);
      const may = request && mayDecide(request, typeOf(request), viewer);
      const decision = may ? await ledger[what](id, viewer.userId) : { kind: 'gone' as const };
      return decision.kind === 'taken' ? waitsFor(what, by) : say().decisions[decision.kind];
    },
  });
}

/** Explains why a retry has no effect during an outage; undefined if there is none. */
function waitsFor(what: 'retry' | 'cancel', { ledger }: HomeServices): string | undefined {
  const trouble = what === 'retry' ? ledger.outage() : undefined;
  return trouble && say().triedAgain(explain(trouble));
}
