import { words } from '../../../../language.ts';
import { type Day, formatDay } from '../../../../time/dates.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { Companion } from '../request.ts';

const on = (day: Day) => formatDay(day, 'en-GB');

function whenOf(last: Day, start: Day): string {
  if (last > start) return 'soon after';
  return last < start ? 'before' : 'on';
}

/** For HR only: departures are confidential. */
const en = {
  label: 'Manager or buddy leaving',
  ended: (last: Day, start: Day) =>
    `Last day: ${on(last)}. That’s not after the start day, ${on(start)}, so they won’t start. ` +
    'If the last day moves or the offboarding is called off, they start after all.',
  own: (last: Day) => `Last day: ${on(last)}. If the start day isn’t before that, they won’t start.`,
  awaited:
    'This person’s offboarding isn’t confirmed yet. ' +
    'Until it is, Frontdesk announces nothing about the start and sends no reminders.',
  /** @param start undefined if there is no start day to compare */
  companion: (name: string, as: Companion, { last, start }: { last: Day; start: Day | undefined }) => {
    const when = start === undefined ? '' : `, ${whenOf(last, start)} the start day`;
    return `${cut(name, 80)} (${as}) leaves on ${on(last)}${when}.`;
  },
  /** To HR. @param companion a sentence made by `companion` */
  about: (hire: string, start: Day, companion: string) =>
    `${cut(hire, 140)} starts on ${on(start)}. ${companion} Agree with somebody who takes over.`,
  somebody: { manager: 'The manager', buddy: 'The buddy' },
};

export const say = words({ en });
