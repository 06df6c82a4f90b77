import { addDays, type Day, weekdayOf } from '../../time/dates.ts';

interface Calendar {
  /** ISO 8601 weekdays: Monday is 1, Sunday 7. At least one. */
  workdays: readonly number[];
  holidays: readonly Day[];
}

/** Longest run of days off; more is a mistake in the settings, and the day itself is used. */
const mostInARow = 60;

function isWorkingDay(day: Day, { workdays, holidays }: Calendar): boolean {
  return workdays.includes(weekdayOf(day)) && !holidays.includes(day);
}

/** The day, or the first working day after it. */
export function workingDayFrom(day: Day, calendar: Calendar): Day {
  return nearest(day, 1, calendar);
}

/** The day, or the last working day before it. */
export function workingDayUntil(day: Day, calendar: Calendar): Day {
  return nearest(day, -1, calendar);
}

/**
 * Goes back a number of working days.
 * @param count at least 1
 */
export function workingDaysBefore(day: Day, count: number, calendar: Calendar): Day {
  let at = day;
  for (let left = count; left > 0; left -= 1) at = workingDayUntil(addDays(at, -1), calendar);
  return at;
}

function nearest(day: Day, direction: 1 | -1, calendar: Calendar): Day {
  let at = day;
  for (let count = 0; count < mostInARow; count += 1) {
    if (isWorkingDay(at, calendar)) return at;
    at = addDays(at, direction);
  }
  return day;
}
