/** The action ids of the buttons under a reminder, and of the one that shows them all beforehand. */
export const actions = {
  stop: 'reminder_stop',
  stopTasks: 'reminder_stop_tasks',
  resume: 'reminder_resume',
  snooze: 'reminder_snooze',
  rehearse: 'reminder_rehearse',
} as const;
