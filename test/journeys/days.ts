import { addDays, type Day, dayIn, isWeekend } from '../../src/time/dates.ts';

export const begin = '2031-03-03T12:00:00.000Z';
/** The Monday two weeks later. */
export const startDay = '2031-03-17';

/** Returns a weekday at least this number of days ahead (UTC), so that no form warns about it. */
export function workdayIn(days: number): Day {
  const today = dayIn('UTC', new Date());
  return [0, 1, 2].map((more) => addDays(today, days + more)).find((day) => !isWeekend(day)) ?? '';
}
