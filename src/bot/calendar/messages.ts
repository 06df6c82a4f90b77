import { words } from '../../language.ts';

const en = {
  /** File name that says nothing about a departure. */
  file: 'calendar',
  label: 'Calendar file',
  rehearsed: (title: string) => `Rehearsal: ${title}`,
  whatToDo: {
    add: 'Open the file to add it to your calendar.',
    update: 'Open the file to update your calendar.',
    remove: 'Open the file to remove it from your calendar. In Google Calendar, delete it yourself.',
  },
};

export const say = words({ en });
