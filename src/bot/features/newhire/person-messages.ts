import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';
import type { Companion, HireRequest } from './request.ts';

const on = (day: Day) => formatDay(day, 'en-GB');

function whenOf(last: Day, start: Day): string {
  if (last > start) return 'soon after';
  return last < start ? 'before' : 'on';
}

const en = {
  arrivals: {
    labels: { joined: 'In Slack', reached: 'Message' },
    joined: ({ context }: HireRequest) => `${cut(context.personName, 140)} is in Slack now.`,
    sayHello: (userId: string) => `Say hello to <@${userId}>.`,
    reached: ({ context }: HireRequest, name: string) =>
      `${cut(name, 140)} is in Slack now and gets a message about ${cut(context.personName, 140)}.`,
  },
  /** For HR only: departures are confidential. */
  leaving: {
    ended: (last: Day, start: Day) => `Last day: ${on(last)}. They won’t start on ${on(start)}.`,
    own: (last: Day) => `Last day: ${on(last)}. They won’t start on or after it.`,
    awaited: 'No announcements or reminders until their offboarding is confirmed.',
    companion: (name: string, as: Companion, { last, start }: { last: Day; start: Day | undefined }) => {
      const when = start === undefined ? '' : `, ${whenOf(last, start)} the start day`;
      return `${cut(name, 80)} (${as}) leaves on ${on(last)}${when}.`;
    },
    somebody: { manager: 'The manager', buddy: 'The buddy' },
  },
  missing: {
    label: 'Missing in the onboarding service',
    title: 'Start',
    asks: (name: string) => `${cut(name, 140)} is no longer in the onboarding service. Cancel the start?`,
    untilThen: 'Announcements and reminders wait for your answer.',
    open: 'No longer in the onboarding service',
    cancel: 'Cancel start',
    keep: 'Keep start',
    confirm: {
      title: 'Cancel this start?',
      text: 'Everyone who was told gets “won’t start”.',
      yes: 'Cancel start',
      no: 'Go back',
    },
    over: 'This is already answered, or the person is back.',
    back: 'The person is back in the onboarding service.',
    cancelled: (by: string) => `<@${by}> cancelled the start.`,
    kept: (by: string) => `<@${by}> kept the start.`,
    off: 'The start is cancelled.',
  },
};

export const say = words({ en });
