import { dayText, listOf, words } from '../../../../language.ts';
import { type Day, daysBetween } from '../../../../time/dates.ts';
import { type Companion, type HireRequest, hireName } from '../request.ts';

const dayOf = (day: Day) => dayText(day, 'en-GB');

type Hires = readonly HireRequest[];

/** With the days left: two reminders with the same words look like one sent twice. */
function start(hires: Hires, { day, today }: { day: Day; today: Day }): string {
  const left = daysBetween(today, day);
  const starts = hires.length === 1 ? 'starts' : 'start';
  if (left < 0) return `${who(hires)} started on ${dayOf(day)}`;
  if (left === 0) return `${who(hires)} ${starts} today`;
  const when = left === 1 ? `tomorrow, ${dayOf(day)}` : `in ${left} days, on ${dayOf(day)}`;
  return `${who(hires)} ${starts} ${when}`;
}

function who([hire, ...others]: Hires): string {
  return hire && others.length === 0 ? hireName(hire) : `${others.length + 1} people`;
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
  start,
  withYou: (hires: Hires, roles: readonly Companion[], when: { day: Day; today: Day }) =>
    `${start(hires, when)}, with you as ${listOf(roles)}.`,
  position: (position: string) => `Position: ${position}`,
  week: (hires: Hires, day: Day) =>
    `${who(hires)} started on ${dayOf(day)}. Ask them how the first week went.`,
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
