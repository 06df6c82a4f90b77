import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';

const en = {
  save: 'Save and notify',
  notChanged: 'Not changed',
  notThis: 'This can’t be changed here any more.',
  replaced: (id: string) => `There’s a newer request about this person (${id}). Change that one.`,
  gone: 'This request can’t be shown any more.',
  onlyHr: 'Only HR and the requester can change this.',
  missing: 'Choose a day.',
  sameDay: (day: Day) => `It’s ${formatDay(day, 'en-GB')} already. Choose another day.`,
  /** The form was open while another person changed the request. */
  changed: 'Somebody else changed this. Check again.',
  /** In mrkdwn. @param told mentions of people and channels */
  notifies(told: readonly string[]): string {
    return told.length === 0 ? 'Nobody else is notified.' : `Frontdesk will notify: ${told.join(', ')}.`;
  },
  notifying(told: readonly string[]): string {
    return told.length === 0 ? 'Nobody else is notified.' : `Frontdesk is notifying: ${told.join(', ')}.`;
  },
  hr: 'HR',
  somebody: (as: string) => `the ${as}`,
  profile: (url: string) => `<${url}|Open profile>`,
  /** In mrkdwn. @param by a Slack user id */
  saidBy: (by: string) => `Changed by <@${by}>`,
  messageLabel: 'Change',
  followedLabel: 'Change in the onboarding service',
  notFollowed: 'The onboarding service didn’t take the change.',
  titleOf: (title: string) => cut(title, 24),
};

export const say = words({ en });
