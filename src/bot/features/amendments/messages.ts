import { type Day, formatDay } from '../../../time/dates.ts';
import { cut } from '../../slack/views/blocks.ts';

/** What is said around it when somebody says of a done request that another day counts, or none. */

export const save = 'Save and notify';
export const saved = 'Saved';
/** The title of a window in which nothing was saved. */
export const notChanged = 'Not changed';

export const notThis = 'This can’t be changed here any more.';
/** A newer one about the same person was carried out. */
export const replaced = (id: string) => `There’s a newer request about this person (${id}). Change that one.`;
export const gone = 'Frontdesk can’t show this request any more.';
export const onlyHr = 'Only HR and whoever asked for it can change this.';

export const missing = 'Choose a day from the calendar.';
export const sameDay = (day: Day) => `It’s ${formatDay(day, 'en-GB')} already. Choose another day.`;

/** In the form of somebody who looked at it before somebody else changed it. */
export const changed = 'Somebody else changed this meanwhile. Check again.';

/** In mrkdwn. @param told mentions of people and channels */
export function notifies(told: readonly string[]): string {
  if (told.length === 0) return 'Frontdesk has notified nobody else so far, so nobody else is notified now.';
  return `Frontdesk will notify: ${told.join(', ')}. They were notified before.`;
}

/** After it was saved. In mrkdwn. */
export function notifying(told: readonly string[]): string {
  return told.length === 0 ? 'Nobody else is notified.' : `Frontdesk is notifying: ${told.join(', ')}.`;
}

export const hr = 'HR';
export const somebody = (as: string) => `the ${as}`;

/** The way to the person's page. In mrkdwn. */
export const profile = (url: string) => `<${url}|Open the profile in the onboarding service>`;

/** In mrkdwn. @param by a Slack user id */
export const saidBy = (by: string) => `Changed by <@${by}>`;

/** In the list of the messages about a request. */
export const messageLabel = 'Change';
export const followedLabel = 'Change in the onboarding service';
/** Before what is to be done there. */
export const notFollowed = 'The onboarding service didn’t take the change.';

/** Beside the request from then on. */
export const movedNote = (day: Day) => `The day was changed to ${formatDay(day, 'en-GB')}.`;
export const titleOf = (title: string) => cut(title, 24);
