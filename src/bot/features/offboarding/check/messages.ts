import { listOf, words } from '../../../../language.ts';
import { type Day, formatDay } from '../../../../time/dates.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { Audience } from './audience.ts';

const dayOf = (day: Day) => formatDay(day, 'en-GB');

export function setsLastDay(isOwn: boolean): string {
  const tasks = isOwn ? 'unfinished onboarding tasks' : 'onboarding tasks not handed out yet';
  return `the onboarding service sets the last day and removes ${tasks}.`;
}

const everyoneTold = 'Everyone who was told gets a message.';

const en = {
  change: {
    planned: (day: Day, by: string, calledOff = false) =>
      calledOff
        ? `Offboarding started by <@${by}>, then cancelled. The last day was ${dayOf(day)}.`
        : `Offboarding already started by <@${by}>. Last day until now: ${dayOf(day)}.`,
    again:
      'The chosen sequences start again, emails and messages included. Unassigned tasks of the first offboarding ' +
      'may be removed.',
    leftOut: (names: readonly string[]) => cut(`Not chosen this time: ${names.join(', ')}.`, 2_900),
  },
  check: {
    title: 'Check and start',
    who: (name: string, email: string) => (email === '' ? cut(name, 400) : `${cut(name, 400)} · ${email}`),
    slackTitle: (title: string) => `Title in Slack: ${cut(title, 200)}`,
    lastDay: (day: Day) => `Last day: ${dayOf(day)}`,
    points: {
      self: 'This is your own offboarding.',
      inChannel: 'They’ll see this in the private HR channel.',
      otherManager: (name: string | undefined) =>
        name === undefined
          ? 'You weren’t entered as their manager.'
          : `${cut(name, 100)} was entered as their manager, not you.`,
      endsStart: (name: string, start: Day) =>
        `With this last day, ${cut(name, 140)} won’t start on ${dayOf(start)}. ${everyoneTold}`,
      startStands: (name: string, start: Day) =>
        `With this last day, ${cut(name, 140)} starts on ${dayOf(start)} after all. ${everyoneTold}`,
      companion: (name: string, start: Day) =>
        `They’re manager or buddy of ${cut(name, 140)}, who starts on ${dayOf(start)}. Choose who takes over.`,
      today: 'The last day is today.',
      weekend: 'The last day is on a weekend.',
      noSequences: 'No sequences: only the last day is set.',
    },
    atOnce: (isOwn: boolean) => `Right away: ${setsLastDay(isOwn)}`,
    notified: ({ others, hr }: Audience, you: string) => {
      const people = (ids: readonly string[]) => ids.map((id) => `<@${id}>`);
      const ofHr = hr && 'people' in hr ? people(hr.people) : [];
      const channel = hr === undefined ? ['HR'] : 'channel' in hr ? [`everyone in <#${hr.channel}>`] : [];
      const told = listOf([`<@${you}>`, ...people(others), ...ofHr, ...channel]);
      return `Notified: ${told}. Nobody else.`;
    },
  },
};

export const say = words({ en });
