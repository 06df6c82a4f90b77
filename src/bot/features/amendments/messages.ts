import { dayText, words } from '../../../language.ts';
import type { Day } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';

const en = {
  save: 'Save and notify',
  notChanged: 'Not changed',
  replaced: (id: string) => `Change the newer request about this person (${id}).`,
  onlyHr: 'Only HR and the requester can change this.',
  missing: 'Choose a day.',
  sameDay: (day: Day) => `It’s already ${dayText(day, 'en-GB')}.`,
  /** In mrkdwn. @param told mentions of people and channels */
  notifies(told: readonly string[]): string {
    return told.length === 0 ? 'Nobody else is notified.' : `Frontdesk notifies ${told.join(', ')}.`;
  },
  hr: 'HR',
  somebody: (as: string) => `the ${as}`,
  /** In mrkdwn. @param by a Slack user id */
  saidBy: (by: string) => `Changed by <@${by}>`,
  messageLabel: 'Change',
  followedLabel: 'Change in the onboarding service',
  notFollowed: 'The onboarding service didn’t take the change.',
  titleOf: (title: string) => cut(title, 24),
};

export const say = words({ en });
