import { addDays, type Day, isDay, mondayOf, weekdayOf } from '../../../../time/dates.ts';
import type { Item } from './vocabulary.ts';

// Lower-case words of dates, as alternatives of a regular expression.
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');
const weekdays = 'mon|tue|wed|thu|fri|sat|sun'.split('|');
const numbers = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|');

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Months that aren't first names. */
const surelyMonths = 'january|february|september|october|november|december';
/** Words that mark the next one as a month. */
const beforeMonths = 'in|early|mid|late';
const fullWeekday = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
/** Short names are also people's (Sun, Sat), so they count only next to other date words. */
const weekday = `${fullWeekday}|mon|tues|tue|wed|thurs|thur|thu|fri|sat|sun`;
const modifier = 'next|this|coming|on|last|past|previous|every|each';
const number = `\\d{1,3}|an?|${numbers.join('|')}`;
const unit = 'day|week|fortnight|month';

/** 1 for Monday to 7 for Sunday, of a name that `weekday` matches. */
function weekdayNumber(name: string): number {
  return weekdays.indexOf(name.slice(0, 3)) + 1;
}

/** Number that `number` matches; `a` is one. */
function count(text: string): number {
  return /^\d/.test(text) ? Number(text) : Math.max(1, numbers.indexOf(text) + 1);
}

interface Found {
  /** Undefined if ambiguous, or not a real day. */
  day: Day | undefined;
  text: string;
  isWeak?: boolean;
}

const mostWords = 9;

/** Reads the day that begins at a word, as an item, and the number of words it takes. */
export function dayAt(items: readonly Item[], at: number, today: Day) {
  const near = items.slice(at, at + mostWords);
  const said = near.map(wordOf).join(' ');
  const exact = withWeekday(said, near[0]?.text ?? '', today) ?? exactDay(said, today);
  const found = exact ?? namedDay(said, today) ?? later(said, today) ?? onWeekday(said, today);
  if (!found) return undefined;
  const { day, text, isWeak = false } = found;
  const kind = day === undefined ? ('noDay' as const) : ('day' as const);
  return { kind, day, isWeak, isExact: exact !== undefined, words: text.split(' ').length };
}

/** `1.12.` is a day and `1.12` may be a number, so these keep the full stop. */
function wordOf({ kind, text, hasDot }: Item): string {
  if (kind !== 'word') return '@';
  return hasDot && /^\d+\.\d+$/.test(text) ? `${text}.` : text.toLowerCase();
}

/** Matches at the beginning, up to the end of a word. */
function pattern(source: string): RegExp {
  return new RegExp(`^(?:${source})(?= |$)`);
}

const weekdayLead = new RegExp(`^(?:(?:${modifier}) )?(${weekday})(?: the)? `);

/** `Monday, 1 December 2026`: a weekday that doesn't match the date makes it invalid. Sun and Thu are also names. */
function withWeekday(said: string, first: string, today: Day): Found | undefined {
  const [lead = '', name = ''] = weekdayLead.exec(said) ?? [];
  const date = lead === '' ? undefined : exactDay(said.slice(lead.length), today);
  if (!date) return undefined;
  const fits = date.day !== undefined && weekdayOf(date.day) === weekdayNumber(name);
  if (!fits && /^(?:Sun|Thu)$/.test(first)) return undefined;
  return { ...date, day: fits ? date.day : undefined, text: lead + date.text };
}

function exactDay(said: string, today: Day): Found | undefined {
  return inDigits(said, today) ?? inWords(said, today);
}

const digits = pattern('(\\d{1,4})([-/.])(\\d{1,2})(?:\\2(\\d{4}|\\d{1,2}|(?<=\\.)))?(?:t[\\d:.z+-]{0,24})?');

/** `2026-12-01`, `1.12.2026`, `25/12/2026`. `12/01/2026` is ambiguous: 1 December or 12 January. */
function inDigits(said: string, today: Day): Found | undefined {
  const [text, one = '', sign, two = '', three] = digits.exec(said) ?? [];
  if (text === undefined || one.length === 3) return undefined;
  if (one.length === 4)
    return !three || three.length === 4 ? undefined : { day: dateOf(one, two, three), text };
  // Formats with dots always put the day first.
  if (sign === '.') return three === undefined ? undefined : { day: inYear(two, one, three, today), text };
  if (three?.length !== 4) return { day: undefined, text, isWeak: three?.length !== 2 };
  const dayFirst = dateOf(three, two, one);
  const monthFirst = dateOf(three, one, two);
  const isClear = dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst;
  return { day: isClear ? (dayFirst ?? monthFirst) : undefined, text };
}

const year = '(?<year>(?:19|20|21)\\d\\d)';
const endingYear = "['’]?(?<year>(?:19|20|21)\\d\\d|\\d\\d)";
const named = `(?<month>${month})`;
/** Also matches numbers that no month has, such as `32` and `0th`. */
const date = '(?<date>\\d{1,4})(?:st|nd|rd|th)?';
/** "Jan 1 Dec": a number before a month belongs to that month, and Jan is a name. */
const last = `(?! (?:${month})(?: |$))`;
const written = [
  `${year} ${named} ${date}`,
  `${date}(?: of)?[-/. ]?${named}(?:[-/.]?${endingYear}| ${endingYear}${last})?`,
  `${named}(?:[-/.](?<date>\\d{1,2})|(?: the)? ${date}${last})(?: ${endingYear}${last})?`,
  `(?:${beforeMonths}) (?:${month})|${surelyMonths}`,
].map(pattern);

function inWords(said: string, today: Day): Found | undefined {
  for (const form of written) {
    const found = form.exec(said);
    const { year, month = '', date } = found?.groups ?? {};
    const monthOfYear = months.indexOf(month.slice(0, 3)) + 1;
    if (found) return { day: inYear(monthOfYear, date, year, today), text: found[0] };
  }
  return undefined;
}

type Part = string | number | undefined;

/** Without a year, the next such day, today included. */
function inYear(monthOfYear: Part, day: Part, year: string | undefined, today: Day): Day | undefined {
  if (year) return dateOf(year.length === 2 ? `20${year}` : year, monthOfYear, day);
  const first = Number(today.slice(0, 4));
  // 29 February can be eight years away.
  const days = Array.from({ length: 9 }, (_, index) => dateOf(first + index, monthOfYear, day));
  return days.find((one) => one !== undefined && one >= today);
}

function dateOf(year: Part, monthOfYear: Part, day: Part): Day | undefined {
  const written = `${year}-${String(monthOfYear).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(written) && written >= '1900' ? written : undefined;
}

const namedDays = ['today', 'tomorrow|tmrw', '(?:the )?day after tomorrow'].map(pattern);

function namedDay(said: string, today: Day): Found | undefined {
  const ahead = namedDays.findIndex((name) => name.test(said));
  const [text] = namedDays[ahead]?.exec(said) ?? [];
  return text === undefined ? undefined : { day: addDays(today, ahead), text };
}

const span = pattern(`(in )?(${number}) (${unit})s?( from now)?`);

/** `in two weeks`, `2 weeks from Monday`, `a week after 1 December`. */
function later(said: string, today: Day): Found | undefined {
  const [text, isIn, many = '', one = '', isFromNow] = span.exec(said) ?? [];
  if (text === undefined) return undefined;
  const [joint] = /^ (?:from|after|on) /.exec(said.slice(text.length)) ?? [];
  if (joint) {
    const rest = said.slice(text.length + joint.length);
    const from = exactDay(rest, today) ?? namedDay(rest, today) ?? onWeekday(rest, today);
    if (from) return { day: from.day && addSpan(from.day, count(many), one), text: text + joint + from.text };
  }
  return isIn || isFromNow ? { day: addSpan(today, count(many), one), text } : undefined;
}

/** Months end on their last day: a month after 31 January is 28 or 29 February. */
function addSpan(day: Day, many: number, one: string): Day {
  if (one !== 'month') return addDays(day, many * (one === 'day' ? 1 : one === 'week' ? 7 : 14));
  const [years = 0, months = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(years, months + many, 0)).getUTCDate();
  return new Date(Date.UTC(years, months - 1 + many, Math.min(date, last))).toISOString().slice(0, 10);
}

const byWeekday = pattern(
  `(?<next>next week)(?: (?:on )?(?<name>${weekday}))?|` +
    `(?:(?<how>${modifier}) (?<name>${weekday})|(?<name>${fullWeekday}))(?<next> next week)?`,
);

/**
 * `Monday`: the first after today. `this Monday`: today if it's a Monday. `next Monday`: in the week that begins next
 * Monday.
 */
function onWeekday(said: string, today: Day): Found | undefined {
  const found = byWeekday.exec(said);
  if (!found) return undefined;
  const [text] = found;
  const { how = '', name, next } = found.groups ?? {};
  if (name === undefined) return { day: undefined, text, isWeak: true };
  if (next || how === 'next') return { day: addDays(mondayOf(today), 6 + weekdayNumber(name)), text };
  if (/^(?:last|past|previous|every|each)$/.test(how)) return { day: undefined, text, isWeak: true };
  const ahead = (weekdayNumber(name) - weekdayOf(today) + 7) % 7;
  return { day: addDays(today, ahead === 0 && how !== 'this' ? 7 : ahead), text };
}
