import { LRUCache } from 'lru-cache';

export type Day = string;

export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(text);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Remembers the latest results: creating a format, or applying a zone's rules, dominates the cost of its use. */
export function memoized<Key extends readonly (string | number)[], Value extends object>(
  max: number,
  compute: (...key: Key) => Value,
): (...key: Key) => Value {
  const known = new LRUCache<string, Value>({ max });
  return (...key) => {
    const name = key.join(' ');
    const kept = known.get(name);
    if (kept) return kept;
    const value = compute(...key);
    known.set(name, value);
    return value;
  };
}

/** Undefined for unknown zones. */
const offsetFormat = memoized(1_000, (timeZone: string): { format?: Intl.DateTimeFormat } => {
  try {
    return { format: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }) };
  } catch (error) {
    if (error instanceof RangeError) return {};
    throw error;
  }
});

export function isZone(name: string): boolean {
  return offsetFormat(name).format !== undefined;
}

/** Positive if ahead; both in milliseconds. Throws RangeError for an unknown zone. */
function offsetAt(zone: string, instant: number): number {
  if (zone === 'UTC') return 0;
  const { format } = offsetFormat(zone);
  if (!format) throw new RangeError('There is no time zone of that name.');
  // "1/2/2026, GMT+05:30"; plain "GMT" for no offset; historic offsets include seconds.
  const found = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant));
  if (!found) return 0;
  const [, sign, hours, minutes, seconds = 0] = found;
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ahead : ahead;
}

/** Wall clock in `zone` at an instant, as ISO 8601 text; ignore its `Z`. */
function wallClock(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString();
}

export function dayIn(zone: string, now: Date): Day {
  return wallClock(zone, now).slice(0, 10);
}

/** Time in `zone` at the instant `now`, as HH:MM. */
export function timeIn(zone: string, now: Date): string {
  return wallClock(zone, now).slice(11, 16);
}

const aDay = 86_400_000;
/** Length of an ISO instant up to the year 9999. */
const fourDigits = '2026-01-01T00:00:00.000Z'.length;

/** The day `count` days after `day`, or before it if negative. Years after 9999 have five digits. */
export function addDays(day: Day, count: number): Day {
  // Days in UTC always have 24 hours.
  const text = new Date(Date.parse(day) + count * aDay).toISOString();
  return text.length === fourDigits
    ? text.slice(0, 10)
    : text.slice(0, text.indexOf('T')).replace(/^\+0*/, '');
}

/** Number of days from one day to another; negative if the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Monday of the day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day));
}

/** ISO 8601 day of the week: Monday is 1, Sunday 7. */
export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay() || 7;
}

export function isWeekend(day: Day): boolean {
  return weekdayOf(day) > 5;
}

/** `Mon 7 Dec` in `en-GB`, with the year unless the day is within twelve months of `today`. `locale` is a BCP 47 tag. */
export function formatDay(day: Day, locale: string, today?: Day): string {
  const isNear = today !== undefined && day < addDays(today, 365) && day > addDays(today, -365);
  return dayFormat(locale, isNear ? 'near' : 'far')
    .format(new Date(day))
    .replaceAll(',', '');
}

export function formatTime(instant: Date, zone: string, locale: string): string {
  return clockFormat(locale, zone).format(instant);
}

const clockFormat = memoized(
  100,
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
);

const dayFormat = memoized(100, (locale: string, distance: 'near' | 'far') => {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, { ...parts, ...(distance === 'far' && { year: 'numeric' }) });
});

/**
 * Returns the first of two instants when clocks go back; when they go forward, one shifted later by the
 * skipped time.
 */
export function instantOf(day: Day, time: string, zone: string): Date {
  return new Date(instants(day, time, zone));
}

/** Many people start on the same days in the same zones. */
const instants = memoized(5_000, (day: Day, time: string, zone: string): Date => {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // Assumes at most one clock change within two days.
  const before = wall - offsetAt(zone, wall - aDay);
  const after = wall - offsetAt(zone, wall + aDay);
  const isAfter = before + offsetAt(zone, before) !== wall && after + offsetAt(zone, after) === wall;
  return new Date(isAfter ? after : before);
});

/** Offset of the zone on that day at noon, e.g. `UTC+01:00`; respects daylight saving. */
export function offsetOn(zone: string, day: Day): string {
  const minutes = offsetAt(zone, instantOf(day, '12:00', zone).getTime()) / 60_000;
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Start of the working day, when tasks are due, in the person's time zone. */
const startOfWork = '09:00';

/** Due day in the person's time zone, and the start of work on it as an ISO 8601 UTC instant. */
interface Due {
  due_day: Day;
  due_at: string;
}

/**
 * `days` after (or before) a day in a zone. Shared by the service, which plans with it, and the bot, which
 * previews that plan.
 */
export function dueFrom(anchor: Day, days: number, zone: string): Due {
  const due_day = dayFrom(anchor, days);
  return { due_day, due_at: instantOf(due_day, startOfWork, zone).toISOString() };
}

const calendar = { first: '0001-01-01', last: '9999-12-31' } as const;

/** The day `count` days from `anchor`, clamped to four-digit years. */
function dayFrom(anchor: Day, count: number): Day {
  const day = addDays(anchor, count);
  if (isDay(day) && day >= calendar.first) return day;
  return count < 0 ? calendar.first : calendar.last;
}
