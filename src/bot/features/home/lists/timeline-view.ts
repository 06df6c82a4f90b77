import type { Button, KnownBlock, ModalView } from '@slack/types';
import { type Day, dayIn, isDay } from '../../../../time/dates.ts';
import type { Viewer } from '../../../feature.ts';
import type { DayPlace, TimelineAsked } from '../../../ledger/lists/timeline.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { paragraph, plain } from '../../../slack/views/blocks.ts';
import type { PageDeps } from '../deps.ts';
import { timelineBlocks } from '../desk/timeline-blocks.ts';
import { actions, views } from '../ids.ts';
import { ownOf } from '../viewer.ts';
import { say } from './messages.ts';

/** People per page. Each may come with a week heading. */
const perPage = 20;

type TimelinePlace = Pick<TimelineAsked, 'place' | 'towards'>;

function storedPlace({ day, id }: DayPlace): string {
  return `${day} ${id}`;
}

export function placeIn(
  value: string | undefined,
  towards: TimelineAsked['towards'],
): TimelinePlace | undefined {
  const [day = '', id = ''] = (value ?? '').split(' ');
  return isDay(day) ? { place: { day, id }, towards } : undefined;
}

export async function timelineView(
  viewer: Viewer,
  wanted: TimelinePlace | undefined,
  deps: PageDeps,
): Promise<ModalView> {
  const { timeline: said, timelineTitle } = say();
  const today = dayIn(deps.settings().timezone, deps.clock.now());
  const asked = wanted ?? { place: { day: today, id: '' }, towards: 'later' as const };
  const page = await deps.ledger.timeline({ ...asked, limit: perPage, own: await ownOf(viewer, deps) });
  const people = timelineBlocks(page, today, viewer, deps).flat();
  const nobody = asked.towards === 'later' ? said.nobodyLater : said.nobodyEarlier;
  const buttons = buttonsOf(page, asked, today);
  const blocks: KnownBlock[] = [
    ...(people.length > 0 ? people : [paragraph(nobody)]),
    { type: 'actions', elements: buttons },
  ];
  const close = plain(saySlack().close);
  return { type: 'modal', callback_id: views.timeline, title: plain(timelineTitle, 24), close, blocks };
}

type Page = Awaited<ReturnType<PageDeps['ledger']['timeline']>>;

function buttonsOf(page: Page, asked: TimelinePlace, today: Day): Button[] {
  const { earlier, later, fromToday } = say().timeline;
  const [first, last] = [page.requests[0], page.requests.at(-1)];
  const isLater = asked.towards === 'later';
  const placeOf = (request: typeof first) =>
    request ? { day: request.day ?? today, id: request.id } : asked.place;
  // The opposite direction always has a button; `hasMore` is about the direction that was read.
  const hasEarlier = isLater || page.hasMore;
  const hasLater = !isLater || page.hasMore;
  const button = (action_id: string, text: string, value: string): Button => ({
    type: 'button',
    action_id,
    text: plain(text),
    value,
  });
  return [
    ...(hasEarlier ? [button(actions.earlier, earlier, storedPlace(placeOf(first)))] : []),
    button(actions.today, fromToday, 'today'),
    ...(hasLater ? [button(actions.later, later, storedPlace(placeOf(last)))] : []),
  ];
}
