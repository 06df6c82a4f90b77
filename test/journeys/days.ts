import { addDays, type Day, dayIn, isWeekend } from '../../src/time/dates.ts';

/** A day so many days ahead, or the next one after it that is not on a weekend: nothing about it is worth a warning. */
export function workdayIn(days: number): Day {
  const today = dayIn('UTC', new Date());
  return [0, 1, 2].map((more) => addDays(today, days + more)).find((day) => !isWeekend(day)) ?? '';
}
