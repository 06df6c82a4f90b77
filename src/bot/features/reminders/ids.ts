/** The action ids of the buttons under a reminder. */
export const actions = {
  stop: 'reminder_stop',
  resume: 'reminder_resume',
  snooze: 'reminder_snooze',
} as const;
