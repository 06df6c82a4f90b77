import { type Day, formatDay } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';

export const save = 'Save and notify';
export const saved = 'Saved';
export const notChanged = 'Not changed';

export const notThis = 'This can’t be changed here any more.';
export const replaced = (id: string) => `There’s a newer request about this person (${id}). Change that one.`;
export const gone = 'Frontdesk can’t show this request any more.';
export const onlyHr = 'Only HR and whoever asked for it can change this.';

export const missing = 'Choose a day from the calendar.';
export const sameDay = (day: Day) => `It’s ${formatDay(day, 'en-GB')} already. Choose another day.`;

/** The form was open while another person changed the request. */
export const changed = 'Somebody else changed this meanwhile. Check again.';

/** In mrkdwn. @param told mentions of people and channels */
export function notifies(told: readonly string[]): string {
  if (told.length === 0) return 'Frontdesk has notified nobody else so far, so nobody else is notified now.';
  return `Frontdesk will notify: ${told.join(', ')}. They were notified before.`;
}

/** After saving. In mrkdwn. */
export function notifying(told: readonly string[]): string {
  return told.length === 0 ? 'Nobody else is notified.' : `Frontdesk is notifying: ${told.join(', ')}.`;
}

export const hr = 'HR';
export const somebody = (as: string) => `the ${as}`;

/** Link to the person's profile, in mrkdwn. */
export const profile = (url: string) => `<${url}|Open the profile in the onboarding service>`;

/** In mrkdwn. @param by a Slack user id */
export const saidBy = (by: string) => `Changed by <@${by}>`;

export const messageLabel = 'Change';
export const followedLabel = 'Change in the onboarding service';
export const notFollowed = 'The onboarding service didn’t take the change.';

export const movedNote = (day: Day) => `The day was changed to ${formatDay(day, 'en-GB')}.`;
export const titleOf = (title: string) => cut(title, 24);
