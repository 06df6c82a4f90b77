import { createRequire } from 'node:module';

// Loaded as CommonJS: for each of their several hundred ES modules Node reads the 200 kB of date-fns' package.json
// again, which costs 300 MB of memory and a second of start.
const load = createRequire(import.meta.url);
const { addDays: addDaysToDate, format, isMatch, parseISO } = load('date-fns') as typeof import('date-fns');
const zoned = load('date-fns-tz') as typeof import('date-fns-tz');
const { formatInTimeZone, fromZonedTime, getTimezoneOffset } = zoned;

/** A calendar day, `YYYY-MM-DD`. It has no time zone: it is the same square on everybody's calendar. */
export type Day = string;

/** Whether the text is an existing calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): text is Day {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isMatch(text, 'yyyy-MM-dd');
}

/** Whether this machine's time-zone data knows the name. */
export function isZone(name: string): boolean {
  return name !== '' && !Number.isNaN(getTimezoneOffset(name));
}

/** The calendar day that it is at the instant `now` in `zone`. */
export function dayIn(zone: string, now: Date): Day {
  return formatInTimeZone(now, zone, 'yyyy-MM-dd');
}

/** The day `count` days after `day`; before it when `count` is negative. */
export function addDays(day: Day, count: number): Day {
  return format(addDaysToDate(parseISO(day), count), 'yyyy-MM-dd');
}

/** Whether the day is a Saturday or a Sunday. */
export function isWeekend(day: Day): boolean {
  const weekday = parseISO(day).getDay();
  return weekday === 0 || weekday === 6;
}

/** For reading: `Tue 1 December 2026`. */
export function sayDay(day: Day): string {
  return format(parseISO(day), 'EEE d MMMM yyyy');
}

/** The instant at which clocks in `zone` show `time` (`HH:mm`) on `day`. */
export function instantOf(day: Day, time: string, zone: string): Date {
  return fromZonedTime(`${day}T${time}:00`, zone);
}

/** The zone's distance from UTC on that day at noon, e.g. `UTC+01:00`: right under daylight saving. */
export function offsetOn(zone: string, day: Day): string {
  return formatInTimeZone(instantOf(day, '12:00', zone), zone, "'UTC'xxx");
}
