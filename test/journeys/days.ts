import { addDays, type Day, dayIn, isWeekend } from '../../src/time/dates.ts';

/** Returns a weekday at least this number of days ahead (UTC), so that no form warns about it. */
export function workdayIn(days: number): Day {
  const today = dayIn('UTC', new Date());
  return [0, 1, 2].map((more) => addDays(today, days + more)).find((day) => !isWeekend(day)) ?? '';
}
