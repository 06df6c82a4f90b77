import type { HomeView, KnownBlock } from '@slack/types';
import { dayIn } from '../../../time/dates.ts';
import type { Feature, HomePart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain } from '../../onboarding/outage.ts';
import { ownOf } from '../../requests/employees.ts';
import { header, mrkdwn, note, paragraph, row } from '../../slack/views/blocks.ts';
import { requestsWindow } from './lists/requests.ts';
import { timelineWindow } from './lists/timeline.ts';
import { say } from './messages.ts';
import { requestBlocks } from './request-blocks.ts';
import type { HomeServices, PageServices } from './services.ts';
import { timelineBlocks } from './timeline-blocks.ts';

/** Limits of requests and people shown. At least `least` finished requests are shown beside many open ones. */
const shownOpen = 10;
const shownEnded = { most: 10, least: 5 };
const shownPeople = 12;

/** The requests in App Home, everyone's for HR, in at most `room` blocks. */
async function desk(viewer: Viewer, room: number, deps: PageServices): Promise<KnownBlock[]> {
  const { ledger } = deps;
  const own = await ownOf(viewer, deps);
  const today = dayIn(deps.settings().timezone, deps.clock.now());
  const limits = { open: shownOpen, ended: shownEnded.most };
  const [{ open, openCount, ended }, ahead] = await Promise.all([
    ledger.overview(limits, own?.userId),
    ledger.timeline({ place: { day: today, id: '' }, towards: 'later', limit: shownPeople, own }),
  ]);
  const newest = ended.slice(0, Math.max(shownEnded.least, shownEnded.most - open.length));
  const replaced = await ledger.replacedAmong(newest);
  const hasAny = openCount + ended.length + ahead.requests.length > 0;
  const people = timelineBlocks(ahead, today, viewer, deps);
  const hidden = openCount - open.length;
  return fitted(
    [
      ...openSections(open, hidden, viewer, deps),
      ...(hasAny ? [timelineSection(people)] : []),
      newestSection(newest, { replaced, hasAny, hasNone: openCount + ended.length === 0 }, viewer, deps),
    ],
    room,
  );
}

function openSections(
  open: readonly Request[],
  hidden: number,
  viewer: Viewer,
  deps: PageServices,
): Section[] {
  const { asked, pending, more } = say().requests;
  const isAsked = ({ state, requester }: Request) =>
    state === 'needs_review' || (state === 'awaiting_approval' && requester !== viewer.userId);
  const parts = [
    { title: asked, requests: open.filter(isAsked) },
    { title: pending, requests: open.filter((one) => !isAsked(one)) },
  ].filter(({ requests }) => requests.length > 0);
  return parts.map(({ title, requests }, index) => ({
    head: [header(title)],
    items: requests.map((request) => requestBlocks(request, viewer, deps)),
    foot(left) {
      const unseen = left + (index === parts.length - 1 ? hidden : 0);
      return unseen > 0 ? [paragraph(more(unseen))] : [];
    },
  }));
}

function timelineSection(items: KnownBlock[][]): Section {
  const { title, nobody, all } = say().timeline;
  const button = timelineWindow.button({ towards: 'later' }, { text: all });
  return {
    head: [header(title), ...(items.length === 0 ? [paragraph(nobody)] : [])],
    items,
    foot: () => row(button),
  };
}

function newestSection(
  newest: readonly Request[],
  { replaced, hasAny, hasNone }: { replaced: ReadonlySet<string>; hasAny: boolean; hasNone: boolean },
  viewer: Viewer,
  deps: PageServices,
): Section {
  const { all, own, none, seeAll, find } = say().requests;
  const buttons = [
    requestsWindow.button({ isSearching: false }, { text: seeAll }),
    requestsWindow.opener('find')({ isSearching: true }, { text: find }),
  ];
  const isNeeded = newest.length > 0 || hasNone;
  return {
    head: [
      ...(isNeeded ? [header(viewer.role === 'hr' ? all : own)] : []),
      ...(hasNone ? [paragraph(none)] : []),
    ],
    items: newest.map((request) => requestBlocks(request, viewer, deps, replaced.has(request.id))),
    foot: () => (hasAny ? row(...buttons) : []),
  };
}

interface Section {
  head: KnownBlock[];
  /** Each item is shown completely or dropped. */
  items: KnownBlock[][];
  /** @param left number of items not shown */
  foot(left: number): KnownBlock[];
}

const keptFirst = 3;

/** Fits the sections into `room` blocks, by dropping the last items of the last sections first. */
function fitted(sections: readonly Section[], room: number): KnownBlock[] {
  const shown = sections.map(({ items }) => items.length);
  const blocks = () =>
    sections.flatMap(({ head, items, foot }, index) => {
      const count = shown[index] ?? 0;
      return [...head, ...items.slice(0, count).flat(), ...foot(items.length - count)];
    });
  for (const least of [keptFirst, 0])
    for (let index = sections.length - 1; index >= 0; index -= 1)
      while ((shown[index] ?? 0) > least && blocks().length > room) shown[index] = (shown[index] ?? 0) - 1;
  return blocks();
}

const mostBlocks = 100;
/** Minimum for the requests: headings, and the buttons that lead to hidden ones. */
const leastDesk = 15;

export type HomeViewServices = PageServices & Pick<HomeServices, 'above' | 'below' | 'version'>;

export async function homeView(viewer: Viewer, isFirst: boolean, deps: HomeViewServices): Promise<HomeView> {
  const [above, below] = [await partsOf(deps.above, viewer), await partsOf(deps.below, viewer)];
  const trouble = deps.ledger.outage();
  const buttons = [...above, ...below].flatMap((part) => part.buttons ?? []);
  const { role } = viewer;
  const { title, purpose, welcome, heldUp, moreThanShown, foot } = say();
  const end = note(foot(deps.version));
  const top: KnownBlock[] = [
    header(title),
    paragraph(isFirst ? welcome[role] : purpose[role]),
    ...(trouble ? [paragraph(heldUp(explain(trouble)))] : []),
    ...row(...buttons),
  ];
  const first = [...top, ...blocksOf(above)];
  const last = [...blocksOf(below), ...[...above, ...below].flatMap(({ footer }) => footer ?? [])];
  const room = Math.max(mostBlocks - first.length - last.length - 1, leastDesk);
  const blocks = [...first, ...(await desk(viewer, room, deps)), ...last, end];
  if (blocks.length <= mostBlocks) return { type: 'home', blocks };
  return { type: 'home', blocks: [...blocks.slice(0, mostBlocks - 2), paragraph(moreThanShown), end] };
}

async function partsOf(features: readonly Feature[], viewer: Viewer): Promise<HomePart[]> {
  const parts: HomePart[] = [];
  for (const { home } of features) parts.push((await home?.(viewer)) ?? {});
  return parts;
}

function blocksOf(parts: readonly HomePart[]): KnownBlock[] {
  return parts.flatMap((part) => part.blocks ?? []);
}

export function closedHome(refusal: string): HomeView {
  return { type: 'home', blocks: [mrkdwn(refusal)] };
}

export async function memberBlocks(
  viewer: Viewer,
  { features }: Pick<PageServices, 'features'>,
): Promise<KnownBlock[]> {
  const blocks: KnownBlock[] = [];
  for (const { memberHome } of features) blocks.push(...((await memberHome?.(viewer)) ?? []));
  return blocks;
}
