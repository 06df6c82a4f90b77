import { words } from '../../../language.ts';
import { cityOf, formatInstant } from '../../../time/dates.ts';

const stop = 'Stop reminders';
const snooze = 'Remind me later';

const en = {
  stop,
  snooze,
  stopTasks: 'Stop tasks, too',
  resume: 'Undo',
  /** Accessibility labels: tell the buttons of several reminders apart. @param name of the person */
  stopAbout: (name: string) => `${stop}: ${name}`,
  snoozeAbout: (name: string) => `${snooze}: ${name}`,
  stopped: 'You won’t get any more reminders about this person.',
  stoppedButTasks:
    'You won’t get any more reminders about this person. Your own tasks still come, also when one is overdue.',
  stoppedTasks:
    'You won’t get any more reminders or task messages about this person. Your tasks stay in App Home.',
  resumed: 'You’ll get reminders about this person again.',
  /** @param zone the reader's time zone */
  snoozed: (at: Date, zone: string) =>
    `You’ll get this again on ${formatInstant(at, zone, 'en-GB')} (${cityOf(zone)}).`,
  notSnoozed: 'There’s no later working day on which this reminder would still be useful.',
  title: 'Reminder',
};

export const say = words({ en });
