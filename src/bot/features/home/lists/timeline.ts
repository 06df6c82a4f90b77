import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { addDays, type Day, dayIn, isDay, mondayOf } from '../../../../time/dates.ts';
import type { DayPlace, TimelineAsked } from '../../../ledger/lists/history.ts';
import { ownOf } from '../../../requests/employees.ts';
import type { By } from '../../../slack/button.ts';
import { modal } from '../../../slack/modal.ts';
import { note, paragraph, row } from '../../../slack/views/blocks.ts';
import { say } from '../messages.ts';
import { personRow } from '../rows.ts';
import type { HomeServices } from '../services.ts';

/** People per page. Each may come with a week heading. */
const perPage = 20;

const Place = z.object({ day: z.string().refine(isDay), id: z.string() });

/** Starts and departures by week, from today or from another place. */
export const timelineWindow = modal({
  id: 'home_timeline',
  role: 'managers',
  metadata: z.object({ place: Place.optional(), towards: z.enum(['earlier', 'later']).default('later') }),
  openers: ['earlier', 'today', 'later'],
  async facts(by: By<HomeServices>, { place, towards }): Promise<{ blocks: KnownBlock[] }> {
    const { timeline: said } = say();
    const today = dayIn(by.settings().timezone, by.clock.now());
    const asked = { place: place ?? { day: today, id: '' }, towards };
    const page = await by.ledger.timeline({ ...asked, limit: perPage, own: await ownOf(by.viewer, by) });
    const people = byWeek(page, today, by);
    const nobody = towards === 'later' ? said.nobodyLater : said.nobodyEarlier;
    return {
      blocks: [
        ...(people.length > 0 ? people : [paragraph(nobody)]),
        ...row(...buttonsOf(page, asked, today)),
      ],
    };
  },
  title: () => say().timeline.title,
  open: ({ blocks }) => ({ above: blocks }),
});

type Page = Awaited<ReturnType<HomeServices['ledger']['timeline']>>;

/** People with a heading before the first of each week. */
function byWeek({ requests, changing }: Page, today: Day, by: By<HomeServices>): KnownBlock[] {
  let week = '';
  return requests.flatMap((request) => {
    const monday = mondayOf(request.day ?? today);
    const heading = monday === week ? [] : [note(weekOf(monday, today))];
    week = monday;
    return [...heading, personRow(request, by, { changedBy: changing.get(request.id) })];
  });
}

function weekOf(monday: Day, today: Day): string {
  const { thisWeek, nextWeek, lastWeek, weekFrom } = say().timeline;
  const current = mondayOf(today);
  if (monday === current) return thisWeek;
  if (monday === addDays(current, 7)) return nextWeek;
  return monday === addDays(current, -7) ? lastWeek : weekFrom(monday, today);
}

function buttonsOf(page: Page, { place, towards }: Pick<TimelineAsked, 'place' | 'towards'>, today: Day) {
  const { earlier, later, fromToday } = say().timeline;
  const [first, last] = [page.requests[0], page.requests.at(-1)];
  const placeOf = (request: typeof first) =>
    request ? { day: request.day ?? today, id: request.id } : place;
  // The opposite direction always has a button; `hasMore` is about the direction that was read.
  const hasEarlier = towards === 'later' || page.hasMore;
  const hasLater = towards === 'earlier' || page.hasMore;
  return [
    ...(hasEarlier ? [opens('earlier', earlier, placeOf(first))] : []),
    timelineWindow.opener('today')({ towards: 'later' }, { text: fromToday }),
    ...(hasLater ? [opens('later', later, placeOf(last))] : []),
  ];
}

function opens(towards: 'earlier' | 'later', text: string, place: DayPlace): Button {
  return timelineWindow.opener(towards)({ place, towards }, { text });
}
