import { words } from '../../../../language.ts';
import { type Day, formatDay } from '../../../../time/dates.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { Audience } from './audience.ts';

export function setsLastDay(day: Day, isOwn: boolean): string {
  const tasks = isOwn
    ? 'removes the person’s unfinished onboarding tasks'
    : 'drops the onboarding tasks that it hasn’t handed out yet';
  return `the onboarding service sets the last day to ${formatDay(day, 'en-GB')} and ${tasks}.`;
}

const en = {
  change: {
    planned: (day: Day, by: string, calledOff = false) =>
      calledOff
        ? `This person’s offboarding was started by <@${by}> and called off. The last day was ${formatDay(day, 'en-GB')}.`
        : `This person’s offboarding has already been started by <@${by}>. Last day until now: ${formatDay(day, 'en-GB')}.`,
    again:
      'The onboarding service will set the new last day and start the chosen sequences again: their emails, messages and ' +
      'webhooks go out again. Tasks of the first offboarding that nobody has been given yet can be dropped.',
    leftOut: (names: readonly string[]) =>
      cut(`Not chosen this time: ${names.join(', ')}. Go back to add what’s still needed.`, 2_900),
  },
  setsLastDay,
  check: {
    title: 'Check and start',
    who: (name: string, email: string) => (email === '' ? cut(name, 400) : `${cut(name, 400)} · ${email}`),
    slackTitle: (title: string) => `Title in Slack: ${cut(title, 200)}`,
    lastDay: (day: Day) => `Last day: ${formatDay(day, 'en-GB')}`,
    points: {
      self: 'This is your own offboarding.',
      inChannel: 'This person is in the private HR channel, so they’ll see the message there.',
      otherManager: (name: string | undefined) =>
        name === undefined
          ? 'You weren’t entered as this person’s manager.'
          : `${cut(name, 100)} was entered as this person’s manager, not you.`,
      endsStart: (name: string, start: Day) =>
        `${cut(name, 140)} is due to start on ${formatDay(start, 'en-GB')}. With this last day they won’t start: ` +
        'everyone who was told gets “won’t start”, and reminders stop.',
      startStands: (name: string, start: Day) =>
        `With this last day, ${cut(name, 140)} starts on ${formatDay(start, 'en-GB')} after all. Everyone who was told gets a message.`,
      companion: (name: string, start: Day) =>
        `This person is the manager or buddy of ${cut(name, 140)}, who starts on ${formatDay(start, 'en-GB')}. Somebody has to take over.`,
      today: 'The last day is today.',
      weekend: (day: Day) => `The last day, ${formatDay(day, 'en-GB')}, is at the weekend.`,
      noSequences: 'No offboarding sequences are chosen, so only the last day will be set.',
    },
    atOnce: (day: Day, isOwn: boolean) => `Right away: ${setsLastDay(day, isOwn)}`,
    notified: ({ others, hr }: Audience, you: string) => {
      const people = (ids: readonly string[]) => ids.map((id) => `<@${id}>`);
      const ofHr = hr && 'people' in hr ? people(hr.people) : [];
      const channel = hr === undefined ? ['HR'] : 'channel' in hr ? [`everyone in <#${hr.channel}>`] : [];
      const told = new Intl.ListFormat('en-GB').format([`<@${you}>`, ...people(others), ...ofHr, ...channel]);
      return `Notified by Frontdesk: ${told}. Nobody else.`;
    },
    mistakes: 'This can’t be sent as it is. Go back to change it.',
    changed: 'There’s something new on this page. Check again.',
    notLoaded: 'The employees haven’t loaded yet. Press “Start offboarding” again in a moment.',
  },
};

export const say = words({ en });
