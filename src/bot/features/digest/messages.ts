import { dayText, plural, words } from '../../../language.ts';
import type { Day } from '../../../time/dates.ts';

const titles = { channels: 'Starting this week and next', hr: 'Leaving this week and next' } as const;

const en = {
  title: (to: keyof typeof titles) => titles[to],
  summary: (to: keyof typeof titles, count: number, isMore: boolean) =>
    `${titles[to]}: ${isMore ? 'more than ' : ''}${plural(count, 'person', 'people')}`,
  line: (day: Day, what: string, about: readonly string[]) =>
    `${dayText(day, 'en-GB')}: ${[what, ...about].join(' · ')}`,
  more: 'HR sees the rest in App Home, under “All starts and departures”.',
  label: 'Weekly overview',
};

export const say = words({ en });
