import { type Day, formatDay } from '../../../time/dates.ts';

const titles = { channels: 'Starting this week and next', hr: 'Leaving this week and next' } as const;

export const title = (to: keyof typeof titles) => titles[to];
/** For notifications: contains no names. */
export const summary = (to: keyof typeof titles, count: number, isMore: boolean) =>
  `${titles[to]}: ${isMore ? 'more than ' : ''}${count} ${count === 1 ? 'person' : 'people'}`;
/** @param what the event, with the person's name @param about details, a few words each */
export const line = (day: Day, what: string, about: readonly string[]) =>
  `${formatDay(day, 'en-GB')}: ${[what, ...about].join(' · ')}`;
export const more =
  'This list isn’t complete. HR finds everybody in App Home, under “All starts and departures”.';
export const label = 'Weekly overview';
