import { plural, words } from '../../../language.ts';

const whom = (count: number) => (count === 1 ? 'this person' : 'these people');

const en = {
  stop: 'Stop reminders',
  stopTasks: 'Stop tasks, too',
  resume: 'Undo',
  stopped: (count: number) => `No more reminders about ${whom(count)}.`,
  stoppedTasks: (count: number) =>
    `No more reminders or task messages about ${whom(count)}. Your tasks stay in App Home.`,
  resumed: (count: number) => `You’ll get reminders about ${whom(count)} again.`,
  people: (count: number) => plural(count, 'person', 'people'),
  title: 'Reminder',
};

export const say = words({ en });
