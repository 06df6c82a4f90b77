import { LRUCache } from 'lru-cache';

/** A calendar day, `YYYY-MM-DD`. It has no time zone: it is the same square on everybody's calendar. */
export type Day = string;

/** Whether the text is an existing calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(text);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Kept, since making one takes longer than all else about somebody's day; undefined for a name that is no zone's. */
const offsetFormats = new LRUCache<string, { format: Intl.DateTimeFormat | undefined }>({ max: 1_000 });

function offsetFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = offsetFormats.get(timeZone);
  if (known) return known.format;
  const format = makeOffsetFormat(timeZone);
  offsetFormats.set(timeZone, { format });
  return format;
}

function makeOffsetFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether this machine's time-zone data knows the name. */
export function isZone(name: string): boolean {
  return offsetFormat(name) !== undefined;
}

/** By how much clocks in `zone` are ahead of UTC at an instant; both in milliseconds. @throws RangeError for no zone */
function offsetAt(zone: string, instant: number): number {
  if (zone === 'UTC') return 0;
  const format = offsetFormat(zone);
  if (!format) throw new RangeError('There is no time zone of that name.');
  // "1/2/2026, GMT+05:30", and "GMT" alone for nothing; long ago with seconds.
  const found = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant));
  if (!found) return 0;
  const [, sign, hours, minutes, seconds = 0] = found;
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ahead : ahead;
}

/** The wall clock in `zone` at an instant, as ISO-8601 text whose `Z` has no meaning. */
function wallClock(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString();
}

/** The calendar day that it is at the instant `now` in `zone`. */
export function dayIn(zone: string, now: Date): Day {
  return wallClock(zone, now).slice(0, 10);
}

/** What clocks show at the instant `now` in `zone`, as HH:MM. */
export function timeIn(zone: string, now: Date): string {
  return wallClock(zone, now).slice(11, 16);
}

const aDay = 86_400_000;
/** So long is an instant's text up to the year 9999. */
const fourDigits = '2026-01-01T00:00:00.000Z'.length;

/** The day `count` days after `day`; before it when `count` is negative. After the year 9999 it has five digits. */
export function addDays(day: Day, count: number): Day {
  // In UTC every day has 24 hours.
  const text = new Date(Date.parse(day) + count * aDay).toISOString();
  return text.length === fourDigits
    ? text.slice(0, 10)
    : text.slice(0, text.indexOf('T')).replace(/^\+0*/, '');
}

/** The Monday of the day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day));
}

/** The day of the week, as ISO 8601 counts them: Monday is 1, Sunday 7. */
export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay() || 7;
}

/** Whether the day is a Saturday or a Sunday. */
export function isWeekend(day: Day): boolean {
  return weekdayOf(day) > 5;
}

/** For reading, with its weekday: `Tue, 1 December 2026` in `en-GB`. @param locale the reader's, as `Intl` calls it */
export function formatDay(day: Day, locale: string): string {
  return dayFormat(locale).format(new Date(day));
}

/** For reading, as clocks in `zone` show it: `Tue, 1 December 2026, 09:05` in `en-GB`. */
export function formatInstant(instant: Date, zone: string, locale: string): string {
  return `${formatDay(dayIn(zone, instant), locale)}, ${clockFormat(locale, zone).format(instant)}`;
}

/** Kept for each zone as well: a page has dozens of instants, in the few zones in which people are. */
const clockFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function clockFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const known = clockFormats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
  clockFormats.set(key, format);
  return format;
}

/** Kept for each locale, of which there is one per language: making one takes longer than all else in a sentence. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(locale: string): Intl.DateTimeFormat {
  const known = dayFormats.get(locale);
  if (known) return known;
  const parts = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  dayFormats.set(locale, format);
  return format;
}

/** Many people start on the same days, in the same zones. */
const instants = new LRUCache<string, number>({ max: 5_000 });

/**
 * The instant at which clocks in `zone` show `time` (`HH:mm`) on `day`: the first of two where they are set back, and as
 * much later as they leave out where they are set forward.
 */
export function instantOf(day: Day, time: string, zone: string): Date {
  const key = `${day}T${time}:00Z ${zone}`;
  const known = instants.get(key);
  if (known !== undefined) return new Date(known);
  const wall = Date.parse(`${day}T${time}:00Z`);
  // Clocks change once within two days at most.
  const before = wall - offsetAt(zone, wall - aDay);
  const after = wall - offsetAt(zone, wall + aDay);
  const isAfter = before + offsetAt(zone, before) !== wall && after + offsetAt(zone, after) === wall;
  const instant = isAfter ? after : before;
  instants.set(key, instant);
  return new Date(instant);
}

/** The zone's distance from UTC on that day at noon, e.g. `UTC+01:00`: right under daylight saving. */
export function offsetOn(zone: string, day: Day): string {
  const minutes = offsetAt(zone, instantOf(day, '12:00', zone).getTime()) / 60_000;
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** How people call a zone: by its city. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
