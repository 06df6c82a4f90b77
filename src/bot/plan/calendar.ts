import { addDays, type Day, weekdayOf } from '../../time/dates.ts';

/** On which days an organization works. */
interface Calendar {
  /** The days of the week, as ISO 8601 counts them: Monday is 1, Sunday 7. At least one. */
  workdays: readonly number[];
  /** Days on which nobody works all the same. */
  holidays: readonly Day[];
}

/** After so many days in a row off, whoever entered them made a mistake: then the day itself counts. */
const mostInARow = 60;

function isWorkingDay(day: Day, { workdays, holidays }: Calendar): boolean {
  return workdays.includes(weekdayOf(day)) && !holidays.includes(day);
}

/** The day itself where it is a working day, else the first one after it. */
export function workingDayFrom(day: Day, calendar: Calendar): Day {
  return nearest(day, 1, calendar);
}

/** The day itself where it is a working day, else the last one before it. */
export function workingDayUntil(day: Day, calendar: Calendar): Day {
  return nearest(day, -1, calendar);
}

/** The working day that comes so many of them before the day. @param count at least one */
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
