import { cityOf, formatInstant } from '../../../time/dates.ts';

export const stop = 'Stop reminders';
export const snooze = 'Remind me later';
export const stopTasks = 'Stop tasks, too';
export const resume = 'Undo';

/** Accessibility labels: tell the buttons of several reminders apart. @param name of the person */
export const stopAbout = (name: string) => `${stop}: ${name}`;
export const snoozeAbout = (name: string) => `${snooze}: ${name}`;

export const stopped = 'You won’t get any more reminders about this person.';
export const stoppedButTasks =
  'You won’t get any more reminders about this person. Your own tasks still come, also when one is overdue.';
export const stoppedTasks =
  'You won’t get any more reminders or task messages about this person. Your tasks stay in App Home.';
export const resumed = 'You’ll get reminders about this person again.';
/** @param zone the reader's time zone */
export const snoozed = (at: Date, zone: string) =>
  `You’ll get this again on ${formatInstant(at, zone, 'en-GB')} (${cityOf(zone)}).`;
export const notSnoozed = 'There’s no later working day on which this reminder would still be useful.';
export const title = 'Reminder';
