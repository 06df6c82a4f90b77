import { words } from '../../language.ts';

const en = {
  label: 'Calendar file',
  buttons: { add: 'Add to calendar', update: 'Update calendar', remove: 'Remove from calendar' },
  /** File name that says nothing about a departure. */
  file: 'calendar',
  whatToDo: {
    open: 'Open the file to add it to your calendar.',
    remove: 'Open the file to remove it from your calendar. In Google Calendar, delete it yourself.',
  },
};

export const say = words({ en });
