import type { HomeView, KnownBlock } from '@slack/types';
import { addDays, dayIn, mondayOf } from '../../../time/dates.ts';
import type { HomePart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain } from '../../onboarding/outage.ts';
import { ownOf } from '../../requests/employees.ts';
import type { By } from '../../slack/button.ts';
import { modal } from '../../slack/modal.ts';
import { header, mrkdwn, note, paragraph, row } from '../../slack/views/blocks.ts';
import { menuId } from '../../slack/window.ts';
import { findWindow } from './lists/find.ts';
import { timelineWindow } from './lists/timeline.ts';
import { say } from './messages.ts';
import { isAskedBack, openRow, personRow } from './rows.ts';
import type { HomeServices } from './services.ts';

/** Behind "Settings": the features' rows, with buttons to their pages. For managers it is the help. */
export const menuWindow = modal({
  id: menuId,
  role: 'managers',
  async facts({ features, version, viewer }: By<HomeServices>) {
    const rows: KnownBlock[] = [];
    for (const { settings } of features) rows.push(...((await settings?.(viewer)) ?? []));
    const { settings, help } = say().buttons;
    return { rows: [...rows, note(say().foot(version))], title: viewer.role === 'hr' ? settings : help };
  },
  title: ({ title }) => title,
  open: ({ rows }) => ({ above: rows }),
});

/** Limits of requests and people shown. */
const most = { open: 10, declined: 5, people: 20, later: 5 };
/** Refusals of the last two weeks, in milliseconds. */
const declinedFor = 14 * 86_400_000;

interface Section {
  title: string;
  /** Each row is shown completely or dropped. */
  rows: readonly KnownBlock[][];
  /** Number of rows that aren't even here. */
  hidden?: number;
  end?: readonly KnownBlock[];
  /** Whether it is shown without rows, too. */
  always?: boolean;
}

/** App Home as an inbox: what needs the viewer first, then people, drafts and the actions. */
export async function homeView(by: By<HomeServices>, isFirst: boolean): Promise<HomeView> {
  const { viewer } = by;
  const parts: HomePart[] = [];
  for (const { home } of by.features) parts.push((await home?.(viewer)) ?? {});
  const trouble = by.ledger.outage();
  const { welcome, heldUp, moreThanShown, buttons } = say();
  const top = [
    ...(isFirst ? [paragraph(welcome[viewer.role])] : []),
    ...(trouble ? [paragraph(heldUp(explain(trouble)))] : []),
    ...parts.flatMap(({ alerts = [] }) => alerts),
  ];
  const end = row(
    ...parts.flatMap((part) => part.buttons ?? []),
    findWindow.button({}, { text: buttons.find }),
    menuWindow.button({}, { text: viewer.role === 'hr' ? buttons.settings : buttons.help }),
  );
  const sections = await sectionsOf(parts, by);
  const room = mostBlocks - Math.min(top.length, mostTop) - end.length - 1;
  const body = [...top.slice(0, mostTop), ...fitted(sections, room)];
  const cut =
    body.length > mostBlocks - 2 ? [...body.slice(0, mostBlocks - 2), paragraph(moreThanShown)] : body;
  return { type: 'home', blocks: [...cut, ...end] };
}

const mostBlocks = 100;
const mostTop = 60;

async function sectionsOf(parts: readonly HomePart[], by: By<HomeServices>): Promise<Section[]> {
  const { ledger, settings, clock, viewer } = by;
  const own = await ownOf(viewer, by);
  const monday = mondayOf(dayIn(settings().timezone, clock.now()));
  const since = new Date(clock.now().getTime() - declinedFor);
  const [{ open, openCount, declined }, ahead] = await Promise.all([
    ledger.overview({ ...most, declinedSince: since }, own?.userId),
    ledger.timeline({ place: { day: monday, id: '' }, towards: 'later', limit: most.people, own }),
  ]);
  const toAnswer: KnownBlock[][] = [];
  const waiting: KnownBlock[][] = [];
  for (const one of open) {
    const awaitsAnswer = await isAskedBack(one, by);
    const { state, requester } = one;
    const isToDecide = state === 'awaiting_approval' && requester !== viewer.userId;
    const section = state === 'needs_review' || isToDecide || awaitsAnswer ? toAnswer : waiting;
    section.push(await openRow(one, by, { awaitsAnswer }));
  }
  const isSoon = ({ day }: Request) => day !== null && day < addDays(monday, 14);
  const people = ahead.requests.filter(isSoon);
  const later = ahead.requests.filter((one) => !isSoon(one)).slice(0, most.later);
  const rowOf = (one: Request) => [personRow(one, by, { changedBy: ahead.changing.get(one.id) })];
  const { sections, nobodyNear, buttons } = say();
  return [
    {
      title: sections.answers,
      rows: [
        ...toAnswer,
        ...parts.flatMap(({ answers = [] }) => answers),
        ...(await Promise.all(declined.map((one) => openRow(one, by)))),
      ],
    },
    { title: '', rows: [], end: parts.flatMap(({ tasks = [] }) => tasks) },
    {
      title: sections.waiting,
      rows: waiting,
      hidden: openCount - open.length,
    },
    {
      title: sections.near,
      rows: people.map(rowOf),
      end: people.length === 0 ? [paragraph(nobodyNear)] : [],
      always: true,
    },
    {
      title: sections.later,
      rows: later.map(rowOf),
      end: row(timelineWindow.button({ towards: 'later' }, { text: buttons.all })),
    },
    { title: sections.drafts, rows: parts.flatMap(({ drafts = [] }) => drafts) },
  ];
}

const keptFirst = 3;

/** Fits the sections into `room` blocks, by dropping the last rows of the last sections first. */
function fitted(sections: readonly Section[], room: number): KnownBlock[] {
  const shown = sections.map(({ rows }) => rows.length);
  const blocks = () =>
    sections.flatMap(({ title, rows, hidden = 0, end = [], always }, index) => {
      const left = rows.length - (shown[index] ?? 0) + hidden;
      return [
        ...(rows.length > 0 || always ? [header(title)] : []),
        ...rows.slice(0, shown[index]).flat(),
        ...(left > 0 ? [note(say().more(left))] : []),
        ...end,
      ];
    });
  for (const least of [keptFirst, 0])
    for (let index = sections.length - 1; index >= 0; index -= 1)
      while ((shown[index] ?? 0) > least && blocks().length > room) shown[index] = (shown[index] ?? 0) - 1;
  return blocks();
}

/** App Home of somebody without access. @param text in mrkdwn */
export function closedHome(text: string): HomeView {
  return { type: 'home', blocks: [mrkdwn(text)] };
}

export async function memberBlocks(viewer: Viewer, { features }: HomeServices): Promise<KnownBlock[]> {
  const blocks: KnownBlock[] = [];
  for (const { memberHome } of features) blocks.push(...((await memberHome?.(viewer)) ?? []));
  return blocks;
}
