import { addDays, type Day, isDay } from '../../../../time/dates.ts';
import { addMonths, weekdayOf } from './calendar.ts';
import { count, dayNumber, modifiers, monthOf, unitOf, weekdayIn, yearIn } from './day-vocabulary.ts';
import type { Token } from './tokens.ts';
import { dayAfterTomorrow } from './vocabulary.ts';

/** What the words from a place on say about a day. */
interface DayWords {
  /** Undefined where it can be read in two ways, or where there is no such day. */
  day: Day | undefined;
  /** How many words it took. */
  words: number;
  /** Written with its date, and not counted from today. */
  isExact: boolean;
  /** Looks like a day and often is none, such as `1/2` or `next week`: nobody misses it among other words. */
  isWeak?: boolean;
}

/** Reads a day that begins with this word; undefined where none does. Looks at no more than nine words. */
export function dayAt(tokens: readonly Token[], at: number, today: Day): DayWords | undefined {
  return withWeekday(tokens, at, today) ?? exactDay(tokens, at, today) ?? relativeDay(tokens, at, today);
}

/** `Monday, 1 December 2026`: the weekday has to be that of the date, or one of the two is wrong. Sun and Thu are also names. */
function withWeekday(tokens: readonly Token[], at: number, today: Day): DayWords | undefined {
  const begins = modifiers.has(textAt(tokens, at)) ? 1 : 0;
  const weekday = weekdayIn(tokens[at + begins], 'short too');
  const next = begins + (textAt(tokens, at + begins + 1) === 'the' ? 2 : 1);
  const date = weekday === undefined ? undefined : exactDay(tokens, at + next, today);
  if (date === undefined) return undefined;
  const fits = date.day !== undefined && weekdayOf(date.day) === weekday;
  if (!fits && /^(?:Sun|Thu)$/.test(tokens[at]?.text ?? '')) return undefined;
  return { ...date, day: fits ? date.day : undefined, words: date.words + next };
}

function exactDay(tokens: readonly Token[], at: number, today: Day): DayWords | undefined {
  const token = tokens[at];
  if (!token || token.isThing) return undefined;
  const found = inDigits(token, today) ?? inOneWord(token.text, today) ?? inWords(tokens, at, today);
  return found && { ...found, isExact: true };
}

type Found = Omit<DayWords, 'isExact'>;

/** `2026-12-01`, `1.12.2026`, `25/12/2026`; `12/01/2026` is the first of December to some and the twelfth of January to others. */
function inDigits({ text, hasDot }: Token, today: Day): Found | undefined {
  const found = /^(\d{1,4})([-/.])(\d{1,2})(?:\2(\d{4}|\d{1,2}))?(?:T[\d:.Z+-]{0,24})?$/.exec(text);
  if (!found) return undefined;
  const [, one = '', sign = '', two = '', three = ''] = found;
  if (one.length === 4) return three !== '' && three.length < 3 ? sure(dateOf(one, two, three)) : undefined;
  if (one.length === 3) return undefined;
  // With dots the day comes first wherever dates are written so.
  if (sign === '.')
    return three === '' && !hasDot
      ? undefined
      : sure(inYear(Number(two), Number(one), three || undefined, today));
  if (three.length !== 4) return { ...sure(undefined), isWeak: three.length < 2 };
  return sure(eitherWay(one, two, three));
}

function eitherWay(one: string, two: string, year: string): Day | undefined {
  const dayFirst = dateOf(year, two, one);
  const monthFirst = dateOf(year, one, two);
  if (dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst) return undefined;
  return dayFirst ?? monthFirst;
}

/** `1-Dec-2026`, `1dec`, `Dec-1`. */
function inOneWord(text: string, today: Day): Found | undefined {
  const [, day, name = '', year] = /^(\d{1,2})[-/.]?([a-z]{3,9})(?:[-/.]?(\d{4}|\d{2}))?$/i.exec(text) ?? [];
  const [, otherName = '', otherDay] = /^([a-z]{3,9})[-/.](\d{1,2})$/i.exec(text) ?? [];
  const month = monthOf(name) ?? monthOf(otherName);
  const number = day ?? otherDay;
  if (month === undefined || number === undefined) return undefined;
  return sure(inYear(month, Number(number), year, today));
}

/** `1 Dec`, `1st of December 2026`, `December 1st`, `2026 Dec 1`. */
function inWords(tokens: readonly Token[], at: number, today: Day): Found | undefined {
  const year = yearIn(tokens[at]);
  if (year !== undefined) return yearFirst(tokens, at, year);
  const of = textAt(tokens, at + 1) === 'of' ? 1 : 0;
  const day = dayNumber(tokens[at]);
  const month = monthOf(tokens[at + 1 + of]?.text);
  if (day !== undefined && month !== undefined)
    return completed(tokens, at + 2 + of, 2 + of, month, day, today);
  return monthFirst(tokens, at, today);
}

function monthFirst(tokens: readonly Token[], at: number, today: Day): Found | undefined {
  const month = monthOf(tokens[at]?.text);
  const the = textAt(tokens, at + 1) === 'the' ? 1 : 0;
  const day = dayNumber(tokens[at + 1 + the]);
  if (month === undefined) return undefined;
  if (yearIn(tokens[at + 1]) !== undefined) return { day: undefined, words: 2 };
  // "Jan 1 Dec": the number belongs to the month behind it, and Jan is a name.
  if (day === undefined || monthOf(tokens[at + 2 + the]?.text) !== undefined) return undefined;
  return completed(tokens, at + 2 + the, 2 + the, month, day, today);
}

function yearFirst(tokens: readonly Token[], at: number, year: string): Found | undefined {
  const month = monthOf(tokens[at + 1]?.text);
  const day = dayNumber(tokens[at + 2]);
  if (month === undefined || day === undefined) return undefined;
  return { day: dateOf(year, String(month), String(day)), words: 3 };
}

/** With the year behind it, where one is. */
function completed(
  tokens: readonly Token[],
  at: number,
  words: number,
  month: number,
  day: number,
  today: Day,
): Found {
  const year = yearIn(tokens[at]) ?? /^['’]?(\d{2})$/.exec(tokens[at]?.text ?? '')?.[1];
  return { day: inYear(month, day, year, today), words: year === undefined ? words : words + 1 };
}

/** Without a year the next one that has the day. */
function inYear(month: number, day: number, year: string | undefined, today: Day): Day | undefined {
  if (year !== undefined) return dateOf(fullYear(year), String(month), String(day));
  const first = Number(today.slice(0, 4));
  // A 29th of February can be eight years away.
  const years = Array.from({ length: 9 }, (_, index) => String(first + index));
  return years
    .map((one) => dateOf(one, String(month), String(day)))
    .find((one) => one !== undefined && one >= today);
}

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}

function sure(day: Day | undefined): Found {
  return { day, words: 1 };
}

function dateOf(year: string, month: string, day: string): Day | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) && year >= '1900' ? written : undefined;
}

/** `tomorrow`, `in two weeks`, `next Monday`, `Friday`. */
function relativeDay(tokens: readonly Token[], at: number, today: Day): DayWords | undefined {
  const found = named(tokens, at, today) ?? later(tokens, at, today) ?? onWeekday(tokens, at, today);
  return found && { ...found, isExact: false };
}

function textAt(tokens: readonly Token[], at: number): string {
  return (tokens[at]?.text ?? '').toLowerCase();
}

function named(tokens: readonly Token[], at: number, today: Day): Found | undefined {
  const word = textAt(tokens, at);
  if (word === 'today') return { day: today, words: 1 };
  if (word === 'tomorrow' || word === 'tmrw') return { day: addDays(today, 1), words: 1 };
  const the = word === 'the' ? 1 : 0;
  const phrase = [0, 1, 2].map((index) => textAt(tokens, at + the + index)).join(' ');
  if (phrase === dayAfterTomorrow) return { day: addDays(today, 2), words: 3 + the };
  return undefined;
}

/** `in two weeks`, `three days from now`, `a week from Monday`. */
function later(tokens: readonly Token[], at: number, today: Day): Found | undefined {
  const begins = textAt(tokens, at) === 'in' ? 1 : 0;
  const number = count(textAt(tokens, at + begins));
  const unit = unitOf(textAt(tokens, at + begins + 1));
  if (number === undefined || unit === undefined) return undefined;
  const after = (day: Day) =>
    unit.months === 0 ? addDays(day, number * unit.days) : addMonths(day, number * unit.months);
  const behind = at + begins + 2;
  if (!/^(from|after|on)$/.test(textAt(tokens, behind)))
    return begins === 1 ? { day: after(today), words: 3 } : undefined;
  const words = begins + 3;
  if (textAt(tokens, behind + 1) === 'now') return { day: after(today), words: words + 1 };
  const from =
    exactDay(tokens, behind + 1, today) ??
    named(tokens, behind + 1, today) ??
    onWeekday(tokens, behind + 1, today);
  if (!from) return undefined;
  return { day: from.day && after(from.day), words: words + from.words };
}

/**
 * `Monday`: the first one after today. `this Monday`: today's where it is one. `next Monday`: the one of the week that
 * begins on Monday next.
 */
function onWeekday(tokens: readonly Token[], at: number, today: Day): Found | undefined {
  const modifier = modifiers.get(textAt(tokens, at));
  const begins = modifier === undefined ? 0 : 1;
  const isNextWeek = (from: number) => textAt(tokens, from) === 'next' && textAt(tokens, from + 1) === 'week';
  if (isNextWeek(at)) return ofNextWeek(tokens, at, today);
  const weekday = weekdayIn(tokens[at + begins], modifier === undefined ? 'in full' : 'short too');
  if (weekday === undefined) return undefined;
  if (isNextWeek(at + begins + 1)) return { day: inNextWeek(weekday, today), words: begins + 3 };
  if (modifier === 'past') return { day: undefined, words: 2, isWeak: true };
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (modifier === 'next') return { day: inNextWeek(weekday, today), words: 2 };
  const days = ahead === 0 && modifier !== 'this' ? 7 : ahead;
  return { day: addDays(today, days), words: begins + 1 };
}

/** `next week Monday`; `next week` alone is no day. */
function ofNextWeek(tokens: readonly Token[], at: number, today: Day): Found {
  const on = textAt(tokens, at + 2) === 'on' ? 1 : 0;
  const weekday = weekdayIn(tokens[at + 2 + on], 'short too');
  if (weekday === undefined) return { day: undefined, words: 2, isWeak: true };
  return { day: inNextWeek(weekday, today), words: 3 + on };
}

function inNextWeek(weekday: number, today: Day): Day {
  const monday = addDays(today, 8 - weekdayOf(today));
  return addDays(monday, weekday - 1);
}
