import type { Day } from '../../../../time/dates.ts';

/** 1 for a Monday to 7 for a Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The same day so many months later; the last of the month where it has no such day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  const found = new Date(Date.UTC(year, month - 1 + count, Math.min(date, last.getUTCDate())));
  return found.toISOString().slice(0, 10);
}
