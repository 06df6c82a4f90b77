import { words } from '../../../../language.ts';
import { addDays, type Day, formatDay } from '../../../../time/dates.ts';
import { cut } from '../../../slack/views/blocks.ts';
import { listOf } from '../messages.ts';
import type { Companion, HireRequest } from '../request.ts';

const dayOf = (day: Day) => formatDay(day, 'en-GB');

function starts(day: Day, today: Day): string {
  if (day === today) return 'starts today';
  if (day === addDays(today, 1)) return `starts tomorrow, ${dayOf(day)}`;
  return day > today ? `starts on ${dayOf(day)}` : `started on ${dayOf(day)}`;
}

const nameOf = ({ context }: HireRequest) => cut(context.personName, 140);

const en = {
  dayOf,
  /** Email by the service, where it may be switched off. */
  loginMail: {
    about: 'Login email, if the onboarding service sends one',
    reader: 'the new hire',
    tooLate:
      'No login email is expected: the onboarding service sends them at 08:00 on the start day and, once that is over, between 07:00 and midnight on weekdays.',
    notForRole: 'No login email is expected for this role.',
  },
  labels: {
    before: 'Reminder',
    day: 'Start day',
    week: 'First week',
    headline: 'Update of the announcement',
  },
  withYou: (request: HireRequest, roles: readonly Companion[], { day, today }: { day: Day; today: Day }) =>
    `${nameOf(request)} ${starts(day, today)}, with you as ${listOf(roles)}.`,
  day: (request: HireRequest, { day, today }: { day: Day; today: Day }) =>
    `${nameOf(request)} ${starts(day, today)}`,
  asCompanion: (name: string, roles: readonly Companion[]) => `${name} (${listOf(roles)})`,
  position: (position: string) => `Position: ${position}`,
  buddy: (name: string) => `Buddy: ${cut(name, 140)}`,
  manager: (name: string) => `Manager: ${cut(name, 140)}`,
  week: (request: HireRequest, day: Day) =>
    `${nameOf(request)} started on ${dayOf(day)}. How did the first week go?`,
  weekAdvice: 'It’s a good time to ask. Frontdesk doesn’t collect any answers.',
  calendar: {
    title: (name: string) => `First day: ${name}`,
    added: (name: string, day: Day) => `First day of ${name}: ${dayOf(day)}.`,
    moved: (name: string, day: Day) => `New first day of ${name}: ${dayOf(day)}.`,
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
