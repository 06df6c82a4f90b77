import { words } from '../../../../language.ts';
import { addDays, type Day, formatDay } from '../../../../time/dates.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { OffboardingRequest } from '../request.ts';

const en = {
  /** Calendar entry of the last day. Names above the file are in mrkdwn. */
  calendar: {
    title: (name: string) => `Last day: ${name}`,
    added: (name: string, day: Day) => `Last day of ${name}: ${formatDay(day, 'en-GB')}.`,
    moved: (name: string, day: Day) => `New last day of ${name}: ${formatDay(day, 'en-GB')}.`,
    calledOff: (name: string) => `The offboarding of ${name} was called off.`,
  },
  labels: { before: 'Reminder', day: 'Last day' },
  /** @param today in the person's zone */
  before({ context }: OffboardingRequest, { day, today }: { day: Day; today: Day }): string {
    const who = cut(context.personName, 140);
    const on = formatDay(day, 'en-GB');
    if (day === today) return `Today is the last day of ${who}.`;
    if (day === addDays(today, 1)) return `The last day of ${who} is tomorrow, ${on}.`;
    return day > today ? `The last day of ${who} is ${on}.` : `The last day of ${who} was ${on}.`;
  },
};

export const say = words({ en });
