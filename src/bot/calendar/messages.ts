import { words } from '../../language.ts';

const en = {
  label: 'Calendar entry',
  whatToDo: {
    add: 'Open the file to add the day to your calendar.',
    update: 'Open the file to update your calendar.',
    remove:
      'Open the file to remove the day from your calendar. In Google Calendar you may have to delete the entry by hand.',
  },
};

export const say = words({ en });
