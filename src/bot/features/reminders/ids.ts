export const actions = {
  stop: 'reminder_stop',
  stopTasks: 'reminder_stop_tasks',
  resume: 'reminder_resume',
  snooze: 'reminder_snooze',
  rehearse: 'reminder_rehearse',
} as const;
