import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import type { Reminder } from '../../storage/reminders.ts';

const list = new Intl.ListFormat('en-GB');
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

const what: Record<Reminder, string> = {
  before: 'Before the start day: the manager and the buddy',
  startDay: 'On the start day: the channels, the manager and the buddy',
  firstWeek: 'After the first week: the manager',
  leaving: 'Before and on the last day: HR and whoever started the offboarding',
  weekly: 'Every Monday: starts, to the channels below; departures, to HR’s channel',
};

const en = {
  wanted: 'Reminders',
  what,
  daysBefore: 'Working days before',
  daysBeforeHint: 'Such as 5, 1. Used for start days and last days.',
  hour: 'Time of day',
  hourHint:
    'In the time zone of the new hire. For somebody who leaves, and on Mondays, in your organization’s.',
  opens: 'Nothing before',
  closes: 'Nothing after',
  closesHint:
    'Reminders that are late wait for these hours on a working day. Results of requests always come right away.',
  workdays: 'Working days',
  weekdays,
  holidays: 'Holidays',
  holidaysHint: 'One day per line, such as 2026-12-25. Nobody is reminded on these days.',
  hourOf,
  weeklyChannels: 'Channels for who starts',
  weeklyChannelsHint: 'They hear every Monday who starts this week and next. Who leaves isn’t shown there.',
  calendar: 'Calendar entries',
  calendarChoice: 'Send first days and last days as calendar files',
  calendarHint:
    'The manager and the buddy get the first day; whoever started an offboarding gets the last day, and nobody else.',
  shownCalendar: (isWanted: boolean) =>
    isWanted ? 'First days and last days are sent as calendar files.' : 'No calendar files are sent.',
  addedElsewhere: 'People added in the onboarding service',
  addedElsewhereChoice: 'Ask HR whether to announce them',
  addedElsewhereHint: 'Nothing is posted in a channel until somebody in HR announces them.',
  noDays: (most: number) => `Enter whole numbers from 1 to 30, at most ${most} of them, such as 5, 1.`,
  noWorkday: 'Choose at least one working day.',
  wrongHours: (hour: number) => `Choose an hour after ${hourOf(hour)}.`,
  notOpen: (from: number, to: number) => `Choose an hour from ${hourOf(from)} to ${hourOf(to)}.`,
  noHoliday: (line: string) => `“${line}” isn’t a day. Write one per line, such as 2026-12-25.`,
  tooMany: (most: number) => `Enter at most ${most} days.`,
  shown(wanted: readonly Reminder[], at: { hour: number; daysBefore: readonly number[] }): string {
    if (wanted.length === 0) return 'No reminders are sent.';
    return `Reminders at ${hourOf(at.hour)}, ${list.format(at.daysBefore.map(String))} working ${at.daysBefore.join() === '1' ? 'day' : 'days'} before.`;
  },
  shownWeekly: (channels: readonly string[], hr: string | undefined) =>
    [
      channels.length > 0
        ? `Every Monday, who starts is posted in ${list.format(channels)}.`
        : 'Who starts isn’t posted every week: no channel is chosen for it.',
      hr === undefined
        ? 'Who leaves isn’t posted every week: there is no private channel for HR.'
        : `Every Monday, who leaves is posted in ${hr}.`,
    ].join(' '),
  shownElsewhere: (isAsked: boolean) =>
    isAsked
      ? 'HR is asked about people who were added in the onboarding service.'
      : 'HR isn’t asked about people who were added in the onboarding service.',
  noWeekly: 'Nothing is posted every Monday.',
  shownWorkdays: (days: readonly number[]) =>
    `Working days: ${days.map((day) => weekdays[day - 1] ?? '').join(', ')}.`,
  shownHolidays(days: readonly Day[]): string {
    if (days.length === 0) return 'No holidays are entered.';
    const shown = days.slice(0, 10).map((day) => formatDay(day, 'en-GB'));
    return `Holidays: ${[...shown, ...(days.length > 10 ? [`and ${days.length - 10} more`] : [])].join('; ')}.`;
  },
};

export const say = words({ en });
