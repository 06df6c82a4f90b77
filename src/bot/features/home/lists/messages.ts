import { words } from '../../../../language.ts';
import { type Day, formatDay } from '../../../../time/dates.ts';

const timelineTitle = 'Starts and departures';

const en = {
  timelineTitle,
  timeline: {
    title: timelineTitle,
    all: 'All starts and departures',
    nobody: 'Nobody starts or leaves from today on, as far as Frontdesk knows.',
    nobodyLater: 'Nobody starts or leaves after that, as far as Frontdesk knows.',
    nobodyEarlier: 'Nobody started or left before that, as far as Frontdesk knows.',
    lastWeek: 'Last week',
    thisWeek: 'This week',
    nextWeek: 'Next week',
    weekFrom: (monday: Day) => `Week of ${formatDay(monday, 'en-GB')}`,
    on: (day: Day, isToday: boolean) => `${isToday ? 'Today, ' : ''}${formatDay(day, 'en-GB')}`,
    open: (points: readonly string[]) => `Open: ${points.join(', ')}`,
    changing: 'a change is pending',
    earlier: 'Earlier',
    fromToday: 'From today',
    later: 'Later',
  },
  lists: {
    title: 'Requests',
    search: 'Search',
    byName: 'Name',
    byNameHint: 'The beginning of a first or last name is enough. Leave it empty to see all requests.',
    none: 'There are no more requests.',
    nothingFound: 'No request is about somebody with this name. Details of old requests are deleted.',
    isCut: 'Many people have such a name, so some may be missing. Type more of the name.',
    newer: 'Previous page',
    older: 'Next page',
  },
};

export const say = words({ en });
