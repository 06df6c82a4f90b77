import { dayText, listOf, words } from '../../../../language.ts';
import { type Day, daysBetween } from '../../../../time/dates.ts';
import { type Companion, type HireRequest, hireName } from '../request.ts';

const dayOf = (day: Day) => dayText(day, 'en-GB');

/** With the days left: two reminders with the same words look like one sent twice. */
function starts(day: Day, today: Day): string {
  const left = daysBetween(today, day);
  if (left < 0) return `started on ${dayOf(day)}`;
  if (left === 0) return 'starts today';
  return left === 1 ? `starts tomorrow, ${dayOf(day)}` : `starts in ${left} days, on ${dayOf(day)}`;
}

const en = {
  dayOf,
  /** Email by the service, which may be switched off there. */
  loginMail: {
    to: (name: string) => `Login email to ${name || 'the new hire'}, if your onboarding service sends one`,
    tooLate: 'It’s too late for a login email.',
    notForRole: 'This role gets no login email.',
  },
  noDay: 'No start day: days count from today.',
  labels: {
    before: 'Reminder',
    day: 'Message',
    week: 'First-week question',
    headline: 'Announcement update',
  },
  withYou: (request: HireRequest, roles: readonly Companion[], { day, today }: { day: Day; today: Day }) =>
    `${hireName(request)} ${starts(day, today)}, with you as ${listOf(roles)}.`,
  day: (request: HireRequest, { day, today }: { day: Day; today: Day }) =>
    `${hireName(request)} ${starts(day, today)}`,
  position: (position: string) => `Position: ${position}`,
  week: (request: HireRequest, day: Day) =>
    `${hireName(request)} started on ${dayOf(day)}. Ask them how the first week went.`,
  calendar: {
    title: (name: string) => `First day: ${name}`,
    added: (name: string, day: Day) => `First day of ${name}: ${dayOf(day)}.`,
    calledOff: (name: string) => `${name} won’t start.`,
  },
  stages: {
    soon: (day: Day) => `Starts soon: ${dayOf(day)}`,
    started: (day: Day) => `Started on ${dayOf(day)}`,
    moved: (day: Day) => `New start day: ${dayOf(day)}`,
    off: 'Won’t start',
  },
};

export const say = words({ en });
