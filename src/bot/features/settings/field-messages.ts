import { dayText, listOf, words } from '../../../language.ts';
import type { Day } from '../../../time/dates.ts';
import { placeholders } from '../../plan/plan.ts';
import type { Reminder, TextName } from '../../storage/settings.ts';

const inBraces = (name: string) => `{${name}}`;
const allPlaceholders = () => listOf(placeholders.map(inBraces));
const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Examples of Frontdesk's own words. */
const usual = {
  headline: 'Alex Example joins on Mon 4 Jan',
  before: 'Alex Example starts in 7 days, on Mon 4 Jan, with you as manager.',
  day: 'Alex Example starts today',
  dayWithYou: 'Alex Example starts today, with you as manager.',
  week: 'Alex Example started on Mon 4 Jan. Ask them how the first week went.',
} satisfies Record<TextName, string>;

/** Words of a text of one's own: what it is for, and what Frontdesk says without it. */
const textWords = (label: string, name: TextName) => ({ label, hint: `Default: ${usual[name]}` });

/** Labels, hints, choices and mistakes of each field, by its name. */
const fields = {
  hr: { label: 'HR: people' },
  hrGroups: { label: 'HR: user groups' },
  managers: { label: 'Managers: people' },
  managerGroups: { label: 'Managers: user groups' },
  channels: { label: 'New hire channels' },
  privateChannel: {
    label: 'Private HR channel',
    hint: 'Everyone in it sees who is leaving.',
  },
  timezone: {
    label: 'Time zone',
    hint: 'Decides which day is “today”.',
    placeholder: 'Such as Berlin or +02:00',
    wrong: 'Choose a time zone from the list.',
  },
  profileUrl: {
    label: 'Profile address',
    hint: 'Adds an “Open profile” button. ChiefOnboarding: https://…/admin/people/new_hire/{id}/overview/',
    wrong: 'Enter a full address with {id} in it.',
  },
  wanted: {
    label: 'Reminders',
    choices: {
      before: 'Before the start day: manager and buddy',
      startDay: 'On the start day: channels, manager and buddy',
      firstWeek: 'After the first week: manager',
      leaving: 'Before and on the last day: HR and requester',
      weekly: 'Every Monday: starts to the channels below, departures to HR’s',
    } satisfies Record<Reminder, string>,
  },
  weeklyChannels: {
    label: 'Weekly overview channels',
    hint: 'Who starts this week and next. Never who leaves.',
  },
  calendar: {
    label: 'Calendar entries',
    choice: 'Offer first days and last days as calendar files',
    hint: 'Manager and buddy can add first days, the requester last days.',
  },
  addedElsewhere: {
    label: 'People added in the onboarding service',
    choice: 'Ask HR whether to announce them',
  },
  daysBefore: {
    label: 'Working days before',
    hint: 'Such as 5, 1. For start and last days.',
    wrong: (most: number) => `Enter at most ${most} whole numbers from 1 to 30, such as 5, 1.`,
  },
  hour: {
    label: 'Time of day',
    hint: 'In the new hire’s time zone, otherwise in yours.',
    wrong: (from: number, to: number) => `Choose an hour from ${hourOf(from)} to ${hourOf(to)}.`,
  },
  opens: { label: 'Earliest' },
  closes: {
    label: 'Latest',
    hint: 'Late reminders wait for these hours.',
    wrong: (hour: number) => `Choose an hour after ${hourOf(hour)}.`,
  },
  workdays: {
    label: 'Working days',
    choices: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    wrong: 'Choose at least one working day.',
  },
  holidays: {
    label: 'Holidays',
    hint: 'One per line, such as 2026-12-25.',
    wrong: (line: string) => `“${line}” isn’t a day such as 2026-12-25.`,
    tooMany: (most: number) => `Enter at most ${most} days.`,
  },
  offboardingApproval: {
    label: 'Offboardings',
    choice: 'HR approves the offboardings that managers start',
  },
  lapseDays: {
    label: 'Expire undecided requests after',
    hint: 'HR is reminded before that.',
    days: (count: number) => `${count} days`,
  },
  deputies: {
    label: 'Deputies',
    hint: 'If HR hasn’t decided after two working days, deputies can.',
    tooMany: (most: number) => `Choose at most ${most} people.`,
    noAccess: 'Deputies need access as HR or manager.',
    unknown: 'Slack couldn’t look them up. Try again in a moment.',
  },
  from: { label: 'Deputies: first day' },
  until: {
    label: 'Deputies: last day',
    wrong: (from: Day) => `Choose ${dayText(from, 'en-GB')} or later.`,
  },
  headline: textWords('Announcement of a new hire', 'headline'),
  before: textWords('Before the start day, to manager and buddy', 'before'),
  day: textWords('On the start day, in the channels', 'day'),
  dayWithYou: textWords('On the start day, to manager and buddy', 'dayWithYou'),
  week: textWords('After the first week, to the manager', 'week'),
};

const en = {
  fields,
  usual,
  hourOf,
  placeholders: allPlaceholders,
  unknownPlaceholder: (name: string) =>
    name === '{' || name === '}'
      ? 'Close every { with a }.'
      : `“${inBraces(name.slice(0, 40))}” isn’t known. Use ${allPlaceholders()}.`,
};

export const say = words({ en });
