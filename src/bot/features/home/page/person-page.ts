import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { inLanguage } from '../../../../language.ts';
import { dayIn, timeIn } from '../../../../time/dates.ts';
import { say as sayAccess } from '../../../access/messages.ts';
import type { RequestPart, Viewer } from '../../../feature.ts';
import type { AboutIt, Happened } from '../../../ledger/lists/history.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { findFor, maySee, ownOf } from '../../../requests/employees.ts';
import { caveatOf } from '../../../requests/result-views.ts';
import type { By } from '../../../slack/button.ts';
import { isPerson } from '../../../slack/ids.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import { modal, type Page, page } from '../../../slack/modal.ts';
import { type Moment, timeline } from '../../../slack/timeline.ts';
import {
  cut,
  escapeMrkdwn,
  header,
  listed,
  listedMarkup,
  note,
  paragraph,
  row,
} from '../../../slack/views/blocks.ts';
import type { Opened } from '../../../slack/views/open-view.ts';
import { keepCurrent } from '../publish.ts';
import { isAskedBack, notesOf, personWindowId, requestButtons, statesOf } from '../rows.ts';
import type { HomeServices } from '../services.ts';
import { say } from './messages.ts';

export interface PersonPageServices extends HomeServices {
  /** Keeps the window up to date. */
  follow(window: Opened, shown: ModalView, about: { id: string; viewer: Viewer }): void;
}

/**
 * Everything about the person of a request, as far as the viewer may see it. Says that it can't be shown if that is
 * nothing, or the details were deleted.
 */
export const personWindow = modal({
  id: personWindowId,
  role: 'managers',
  stacks: true,
  metadata: z.object({ id: z.string() }),
  facts: factsOf,
  title: () => say().page.title,
  open: ({ blocks }) => ({ above: blocks }),
  onShown: (window, shown, { id }, { viewer, follow }) => follow(window, shown, { id, viewer }),
});

const mostButtons = 25;

async function factsOf(
  by: By<PersonPageServices>,
  { id }: { id: string },
): Promise<{ blocks: KnownBlock[] } | Page> {
  const { viewer, ledger, typeOf } = by;
  const request = await findFor(viewer, id, by);
  if (!request) return page(say().page.title, [paragraph(say().page.gone)]);
  const own = await ownOf(viewer, by);
  const all = (await ledger.aboutPersonOf(request)).filter((one) => maySee(one, typeOf(one), viewer, own));
  const current = currentAmong(all, by);
  const [parts, timeline] = await Promise.all([
    Promise.all(current.map((one) => partBlocks(one, by))),
    timelineBlocks(all, by),
  ]);
  return {
    blocks: [
      header(request.context.personName),
      ...parts.flat(),
      ...current.flatMap((one) => enteredBlocks(one, by)),
      ...timeline,
    ],
  };
}

/** Requests that count: open ones, and of each kind the newest finished one. @param all newest first */
function currentAmong(
  all: readonly Request[],
  { typeOf, settings, clock }: Pick<HomeServices, 'typeOf' | 'settings' | 'clock'>,
): Request[] {
  const newest = [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((ofKind) => {
    const done = ofKind.filter(({ state }) => state === 'done');
    const counting = done.toSorted((one, other) => other.revision - one.revision)[0];
    const [last] = ofKind;
    const isRefused = last?.state === 'rejected' && last.dismissedAt === null;
    return [
      ...ofKind.filter(({ outcome }) => !outcome),
      ...(isRefused || !counting ? (last?.outcome ? [last] : []) : []),
      ...(counting ? [counting] : []),
    ];
  });
  const today = dayIn(settings().timezone, clock.now());
  const finished = newest.filter(({ state, day }) => state === 'done' && day !== null);
  const starts = finished.filter((one) => typeOf(one).bounds === 'start');
  const left = finished.filter((one) => typeOf(one).bounds === 'end' && (one.day ?? today) < today);
  /** Somebody may come back after an earlier departure. */
  const isBeforeStart = ({ day, endedAt }: Request) =>
    starts.some(({ createdAt }) => (endedAt ?? '') < createdAt && (day ?? '') < createdAt.slice(0, 10));
  const isBeforeLeft = ({ endedAt }: Request) => left.some(({ createdAt }) => (endedAt ?? '') < createdAt);
  const isOver = (one: Request) =>
    one.state === 'done' && (isBeforeStart(one) || (typeOf(one).bounds === 'start' && isBeforeLeft(one)));
  return newest.filter((one) => !isOver(one));
}

/** State, what is open, and what can be done. */
async function partBlocks(request: Request, by: By<HomeServices>): Promise<KnownBlock[]> {
  const { viewer, features } = by;
  const parts: RequestPart[] = await Promise.all(
    features.map((feature) => feature.personPage?.(request, viewer) ?? {}),
  );
  const awaitsAnswer = await isAskedBack(request, by);
  const [state = '', ...further] = statesOf(request, by, { awaitsAnswer });
  const caveat = caveatOf(request);
  const own = await requestButtons(request, by);
  const buttons = [...own, ...parts.flatMap((part) => part.buttons ?? [])];
  return [
    ...listedMarkup([`*${state}*`, ...further, ...parts.flatMap((part) => part.lines ?? [])]),
    ...[...notesOf(request, by), ...(caveat === undefined ? [] : [caveat])].map((line) => paragraph(line)),
    ...row(...buttons.slice(0, mostButtons)),
  ];
}

function enteredBlocks(request: Request, { typeOf, viewer }: By<HomeServices>): KnownBlock[] {
  const { entered, partly } = say().page;
  const type = typeOf(request);
  const isOwner = viewer.role === 'hr' || request.requester === viewer.userId;
  const details = type.details(request, isOwner ? 'owner' : 'concerned');
  const lines = details.map(({ label, value }) => `${label}: ${value}`);
  return [
    header(entered(type.title())),
    ...listed(lines),
    { type: 'context', elements: [{ type: 'mrkdwn', text: say().page.requestedBy(request) }] },
    ...(isOwner ? [] : [note(partly)]),
  ];
}

interface OpenPage {
  window: Opened;
  shown: string;
  id: string;
  viewer: Viewer;
  openedAt: Date;
}

/** Keeps open pages up to date: results of a press arrive later, and a viewer may lose access. */
export function followPersonPages(
  services: HomeServices,
  build: (id: string, viewer: Viewer) => Promise<ModalView>,
) {
  const { access, windows, identity, clock } = services;
  const pages = keepCurrent<OpenPage>(services, { most: 200, openFor: 15 * 60_000, update: refresh });

  async function refresh(open: OpenPage): Promise<void> {
    const { window, id, viewer } = open;
    const { role, language } = await access.whoIs(viewer.userId, identity()?.teamId ?? '');
    const mayStay = role === 'hr' || role === 'manager';
    const refusal = () => noticeView(sayAccess().refused, sayAccess().refusal(role, access.lists()));
    const show = () => (mayStay ? build(id, { ...viewer, role }) : refusal());
    const view = await inLanguage(language, show, clock.now());
    const shown = JSON.stringify(view);
    if (shown === open.shown) return;
    const became = await windows.follow(window, view);
    if (became !== 'shown' || !mayStay) pages.drop(window.id);
    else open.shown = shown;
  }

  const follow: PersonPageServices['follow'] = (window, shown, about) => {
    pages.follow(window.id, { window, ...about, shown: JSON.stringify(shown), openedAt: clock.now() });
    // Catches changes made while it was being opened.
    pages.wakeSoon();
  };
  return { follow, stop: pages.stop };
}

/** Most past lines: steps and messages. */
const mostPast = 40;

/**
 * Past and future of these requests, by day. HR sees all messages, others those sent to them; only HR and the
 * requester see the future.
 */
async function timelineBlocks(requests: readonly Request[], by: By<HomeServices>): Promise<KnownBlock[]> {
  const { page } = say();
  const { viewer } = by;
  const { timezone: zone } = by.settings();
  const isHr = viewer.role === 'hr';
  const found = await Promise.all(requests.map((request) => pastOf(request, by)));
  const all = found
    .flatMap(({ lines }) => lines)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const more = all.length - mostPast + found.reduce((sum, one) => sum + one.more, 0);
  const past = all.slice(-mostPast).map(({ at, text }) => {
    return { at, zone, text: page.line(timeIn(zone, at), text) };
  });
  const mayKnow = requests.filter(({ requester }) => isHr || requester === viewer.userId);
  const ahead = await Promise.all(mayKnow.map((request) => aheadOf(request, by)));
  const moments = [...past, ...ahead.flatMap((one) => one.moments)];
  if (moments.length === 0) return [];
  return [
    header(page.timeline),
    ...(isHr && ahead.some((one) => one.isHeld) ? [paragraph(page.held)] : []),
    ...(more > 0 && isHr ? [note(page.earlier(more))] : []),
    ...timeline(moments, { now: by.clock.now() }),
    note(page.zone(zone)),
  ];
}

async function pastOf(
  request: Request,
  by: By<HomeServices>,
): Promise<{ lines: { at: Date; text: string }[]; more: number }> {
  const { ledger, settings, viewer } = by;
  const [steps, messages] = await Promise.all([
    ledger.happened(request.id, mostPast),
    ledger.messagesAbout(request, mostPast),
  ]);
  const { timezone } = settings();
  const mine = messages.items.filter(
    (one) => isMessage(one) && (viewer.role === 'hr' || isTo(viewer.userId, one)),
  );
  return {
    lines: [
      ...steps.items.map((step) => ({ at: step.at, text: say().page.happened(asTold(step), timezone) })),
      ...mine.map((one) => ({ at: one.at, text: messageLine(one, request, by) })),
    ],
    more: steps.more + messages.more,
  };
}

/** Messages about an uncertain start wait. Only HR learns why: a departure may be the reason. */
async function aheadOf(
  request: Request,
  { ledger, previews, viewer }: By<HomeServices>,
): Promise<{ moments: readonly Moment[]; isHeld: boolean }> {
  const { moments } = await previews.ofRequest(request, viewer);
  const isHeld = request.state === 'done' && (await ledger.presence.isUncertain(request));
  return { moments: isHeld && viewer.role !== 'hr' ? [] : moments, isHeld };
}

const Detail = z.object({
  state: z.string().optional(),
  until: z.string().optional(),
  declinedBy: z.string().optional(),
});

function asTold({ by, what, detail }: Happened) {
  const { state, until, declinedBy } = Detail.safeParse(detail).data ?? {};
  const next = until === undefined ? undefined : new Date(until);
  const isInstant = next !== undefined && !Number.isNaN(next.getTime());
  return { by, what, isInDoubt: state === 'outcome_unknown', declinedBy, ...(isInstant && { next }) };
}

function isMessage({ recipient }: AboutIt): boolean {
  return !(recipient && 'inPlaceOf' in recipient);
}

function isTo(userId: string, { recipient, target }: AboutIt): boolean {
  return (
    target === userId || (recipient !== undefined && 'channel' in recipient && recipient.channel === userId)
  );
}

function messageLine(one: AboutIt, request: Request, by: By<HomeServices>): string {
  const { page } = say();
  const unreached = request.context.unreached?.find(({ purpose }) => purpose === one.purpose);
  const state =
    unreached && one.state === 'dropped' ? page.unreached[unreached.why] : page.messageStates[one.state];
  const all = by.features.flatMap(({ messages }) => messages ?? []);
  const label = all.find((definition) => definition.name === one.name)?.label?.() ?? page.message;
  return page.messageLine({ label, to: recipientOf(one, by), state });
}

function recipientOf(
  { recipient, target }: AboutIt,
  { directory, settings, viewer }: By<HomeServices>,
): string {
  const { to } = say().page;
  if (!recipient) return to.unknown;
  if ('hr' in recipient) return to.hr;
  const id = 'channel' in recipient ? recipient.channel : target;
  if (id === viewer.userId) return to.you;
  if (id !== null && id === settings().privateChannel) return to.hr;
  if (id !== null && isPerson(id)) return `<@${id}>`;
  if ('channel' in recipient) return `<#${recipient.channel}>`;
  if ('employee' in recipient) {
    const name = directory.current()?.people.get(recipient.employee)?.name;
    return name === undefined ? to.employee(recipient.employee) : escapeMrkdwn(cut(name, 80));
  }
  return to.unknown;
}
