import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';

// Loaded as CommonJS: for each of their several hundred ES modules Node reads the 200 kB of date-fns' package.json
// again, which costs 300 MB of memory and a second of start. Of the hundreds only those that are needed: the ones that
// parse and format anything in any zone bring all others with them, a third of the bot's start.
const load = createRequire(import.meta.url);
type Zoned = Pick<typeof import('date-fns-tz'), 'fromZonedTime' | 'getTimezoneOffset'>;
type Dated = Pick<typeof import('date-fns'), 'parseISO'>;

/** Loaded at the first date: nothing that is needed to start has one. */
function dated<Name extends keyof Dated>(name: Name): Dated[Name] {
  return (load(`date-fns/${name}`) as Dated)[name];
}

/** Loaded at the first question about a zone: it asks for all of the machine's time-zone data at once, 10 MB. */
function zoned<Name extends keyof Zoned>(name: Name): Zoned[Name] {
  return (load(`date-fns-tz/${name}`) as Zoned)[name];
}

/** A calendar day, `YYYY-MM-DD`. It has no time zone: it is the same square on everybody's calendar. */
export type Day = string;

/** Midnight of the day, in the machine's own zone. */
function parse(day: string): Date {
  return dated('parseISO')(day);
}

/** Whether the text is an existing calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): text is Day {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(parse(text).getTime());
}

/** Kept, since it takes as long as all else about somebody's day. */
const zones = new LRUCache<string, boolean>({ max: 1_000 });

/** Whether this machine's time-zone data knows the name. */
export function isZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const isOne = name !== '' && !Number.isNaN(zoned('getTimezoneOffset')(name));
  zones.set(name, isOne);
  return isOne;
}

/** The calendar day that it is at the instant `now` in `zone`. */
export function dayIn(zone: string, now: Date): Day {
  if (zone === 'UTC') return now.toISOString().slice(0, 10);
  return new Date(now.getTime() + zoned('getTimezoneOffset')(zone, now)).toISOString().slice(0, 10);
}

/** What clocks show at the instant `now` in `zone`, as HH:MM. */
export function timeIn(zone: string, now: Date): string {
  const ahead = zone === 'UTC' ? 0 : zoned('getTimezoneOffset')(zone, now);
  return new Date(now.getTime() + ahead).toISOString().slice(11, 16);
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

/** Many people start on the same days, in the same zones: each instant takes 20 microseconds to find out. */
const instants = new LRUCache<string, number>({ max: 5_000 });

/** The instant at which clocks in `zone` show `time` (`HH:mm`) on `day`. */
export function instantOf(day: Day, time: string, zone: string): Date {
  const key = `${day}T${time}:00 ${zone}`;
  const known = instants.get(key);
  if (known !== undefined) return new Date(known);
  const instant = zoned('fromZonedTime')(`${day}T${time}:00`, zone);
  instants.set(key, instant.getTime());
  return instant;
}

/** The zone's distance from UTC on that day at noon, e.g. `UTC+01:00`: right under daylight saving. */
export function offsetOn(zone: string, day: Day): string {
  const minutes = zoned('getTimezoneOffset')(zone, instantOf(day, '12:00', zone)) / 60_000;
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** How people call a zone: by its city. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
