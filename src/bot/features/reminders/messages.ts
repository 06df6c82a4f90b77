import { words } from '../../../language.ts';

const en = {
  stop: 'Stop reminders',
  stopTasks: 'Stop tasks, too',
  resume: 'Undo',
  stopped: 'No more reminders about this person.',
  stoppedTasks: 'No more reminders or task messages about this person. Your tasks stay in App Home.',
  resumed: 'You’ll get reminders about this person again.',
  title: 'Reminder',
};

export const say = words({ en });
