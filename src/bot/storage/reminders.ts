import { z } from 'zod';
import { isDay } from '../../time/dates.ts';

/** What can be reminded of. */
export const Reminder = z.enum(['before', 'startDay', 'firstWeek', 'leaving', 'weekly']);
export type Reminder = z.infer<typeof Reminder>;

/** The most days off that are kept. */
export const mostHolidays = 300;

/** Nobody is reminded at night: the first hour that can be chosen, and the last one at which anything ends. */
export const daytime = { first: 6, last: 22 } as const;

const Hour = z
  .int()
  .min(daytime.first)
  .max(daytime.last - 1);

/** When people are reminded, and of what. Hours are those of clocks where the person works. */
export const Reminders = z.object({
  wanted: z.array(Reminder),
  /** How many working days before the day. */
  daysBefore: z.array(z.int().min(1).max(30)),
  hour: Hour,
  /** Nothing is sent before the one and from the other on. */
  opens: Hour,
  closes: z
    .int()
    .min(daytime.first + 1)
    .max(daytime.last),
  /** The days of the week, as ISO 8601 counts them: Monday is 1, Sunday 7. */
  workdays: z.array(z.int().min(1).max(7)).min(1),
  /** Days on which nobody works, in their order. */
  holidays: z.array(z.string().refine(isDay)).max(mostHolidays),
  /** The ids of the channels that are told every week who starts. */
  weeklyChannels: z.array(z.string()).default([]),
  /** Whether first days and last days are sent as calendar files. */
  calendar: z.boolean().default(true),
  /** Whether HR is asked about people whom others added to the onboarding service. */
  addedElsewhere: z.boolean().default(true),
});
export type Reminders = z.infer<typeof Reminders>;

/** What applies until somebody says otherwise. */
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
