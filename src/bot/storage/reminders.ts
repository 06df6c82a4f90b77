import { z } from 'zod';
import { isDay } from '../../time/dates.ts';

export const Reminder = z.enum(['before', 'startDay', 'firstWeek', 'leaving', 'weekly']);
export type Reminder = z.infer<typeof Reminder>;

export const mostHolidays = 300;

/** First hour that can be chosen, and last hour at which anything ends; no reminders at night. */
export const daytime = { first: 6, last: 22 } as const;

const Hour = z
  .int()
  .min(daytime.first)
  .max(daytime.last - 1);

/** Reminder settings. Hours are in the person's local time. */
export const Reminders = z.object({
  wanted: z.array(Reminder),
  /** Working days before the day. */
  daysBefore: z.array(z.int().min(1).max(30)),
  hour: Hour,
  /** Messages are only sent from `opens` until before `closes`. */
  opens: Hour,
  closes: z
    .int()
    .min(daytime.first + 1)
    .max(daytime.last),
  /** ISO 8601 weekdays: Monday is 1, Sunday 7. */
  workdays: z.array(z.int().min(1).max(7)).min(1),
  holidays: z.array(z.string().refine(isDay)).max(mostHolidays),
  weeklyChannels: z.array(z.string()).default([]),
  calendar: z.boolean().default(true),
  /** Whether HR is asked about people added directly in the onboarding service. */
  addedElsewhere: z.boolean().default(true),
});
export type Reminders = z.infer<typeof Reminders>;

export const usualReminders: Reminders = {
  wanted: [...Reminder.options],
  daysBefore: [5, 1],
  hour: 9,
  opens: 8,
  closes: 18,
  workdays: [1, 2, 3, 4, 5],
  holidays: [],
  weeklyChannels: [],
  calendar: true,
  addedElsewhere: true,
};
