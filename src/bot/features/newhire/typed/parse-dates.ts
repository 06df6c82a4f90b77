import { addDays, type Day, isDay } from '../../../../time/dates.ts';
import {
  beforeMonths,
  count,
  dayAfterTomorrow,
  dayNumber,
  modifiers,
  monthOf,
  surelyMonths,
  type Token,
  unitOf,
  weekdayIn,
  yearIn,
} from './vocabulary.ts';

interface DayWords {
  day: Day | undefined;
  words: number;
  isExact: boolean;
  /** Often not a day, such as `1/2` or `next week`: messages drop it without a notice. */
  isWeak?: boolean;
}

const mostWords = 9;

export function dayAt(tokens: readonly Token[], at: number, today: Day): DayWords | undefined {
  const said = tokens.slice(at, at + mostWords);
  return withWeekday(said, today) ?? exactDay(said, today) ?? relativeDay(said, today);
}

/** `Monday, 1 December 2026`: a weekday that doesn't match the date makes it invalid. Sun and Thu are also names. */
function withWeekday(said: readonly Token[], today: Day): DayWords | undefined {
  const begins = modifiers.has(textAt(said, 0)) ? 1 : 0;
  const weekday = weekdayIn(said[begins], 'short too');
  const next = begins + (textAt(said, begins + 1) === 'the' ? 2 : 1);
  const date = weekday === undefined ? undefined : exactDay(said.slice(next), today);
  if (date === undefined) return undefined;
  const fits = date.day !== undefined && weekdayOf(date.day) === weekday;
  if (!fits && /^(?:Sun|Thu)$/.test(said[0]?.text ?? '')) return undefined;
  return { ...date, day: fits ? date.day : undefined, words: date.words + next };
}

function exactDay(said: readonly Token[], today: Day): DayWords | undefined {
  const [token] = said;
  if (!token || token.isThing) return undefined;
  const found = inDigits(token, today) ?? inOneWord(token.text, today) ?? inWords(said, today);
  return found && { ...found, isExact: true };
}

type Found = Omit<DayWords, 'isExact'>;

/** `2026-12-01`, `1.12.2026`, `25/12/2026`. `12/01/2026` is ambiguous: 1 December or 12 January. */
function inDigits({ text, hasDot }: Token, today: Day): Found | undefined {
  const found = /^(\d{1,4})([-/.])(\d{1,2})(?:\2(\d{4}|\d{1,2}))?(?:T[\d:.Z+-]{0,24})?$/.exec(text);
  if (!found) return undefined;
  const [, one = '', sign = '', two = '', three = ''] = found;
  if (one.length === 4) return three !== '' && three.length < 3 ? sure(dateOf(one, two, three)) : undefined;
  if (one.length === 3) return undefined;
  // Formats with dots always put the day first.
  if (sign === '.' && three === '' && !hasDot) return undefined;
  if (sign === '.') return sure(inYear(Number(two), Number(one), three || undefined, today));
  if (three.length !== 4) return { ...sure(undefined), isWeak: three.length < 2 };
  return sure(eitherWay(one, two, three));
}

function eitherWay(one: string, two: string, year: string): Day | undefined {
  const dayFirst = dateOf(year, two, one);
  const monthFirst = dateOf(year, one, two);
  if (dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst) return undefined;
  return dayFirst ?? monthFirst;
}

function inOneWord(text: string, today: Day): Found | undefined {
  const [, day, name = '', year] = /^(\d{1,2})[-/.]?([a-z]{3,9})(?:[-/.]?(\d{4}|\d{2}))?$/i.exec(text) ?? [];
  const [, otherName = '', otherDay] = /^([a-z]{3,9})[-/.](\d{1,2})$/i.exec(text) ?? [];
  const month = monthOf(name) ?? monthOf(otherName);
  const number = day ?? otherDay;
  if (month === undefined || number === undefined) return undefined;
  return sure(inYear(month, Number(number), year, today));
}

function inWords(said: readonly Token[], today: Day): Found | undefined {
  const year = yearIn(said[0]);
  if (year !== undefined) return yearFirst(said, year);
  const of = textAt(said, 1) === 'of' ? 1 : 0;
  const day = dayNumber(said[0]);
  const month = monthOf(said[1 + of]?.text);
  if (day !== undefined && month !== undefined) return completed(said, 2 + of, month, day, today);
  if (isNumber(said[0]) && month !== undefined) return { day: undefined, words: 2 + of };
  return monthFirst(said, today) ?? monthAlone(said);
}

function monthFirst(said: readonly Token[], today: Day): Found | undefined {
  const month = monthOf(said[0]?.text);
  const the = textAt(said, 1) === 'the' ? 1 : 0;
  const day = dayNumber(said[1 + the]);
  if (month === undefined) return undefined;
  if (yearIn(said[1]) !== undefined) return { day: undefined, words: 2 };
  // "Jan 1 Dec": the number belongs to the month after it, and Jan is a name.
  if (monthOf(said[2 + the]?.text) !== undefined) return undefined;
  if (day === undefined) return isNumber(said[1 + the]) ? { day: undefined, words: 2 + the } : undefined;
  return completed(said, 2 + the, month, day, today);
}

/** Also matches numbers that no month has, such as `32` and `0th`. */
function isNumber(token: Token | undefined): boolean {
  return /^\d{1,4}(?:st|nd|rd|th)?$/i.test(token?.text ?? '');
}

function monthAlone(said: readonly Token[]): Found | undefined {
  const begins = beforeMonths.has(textAt(said, 0)) ? 1 : 0;
  const text = textAt(said, begins);
  if (monthOf(text) === undefined || (begins === 0 && !surelyMonths.has(text))) return undefined;
  return { day: undefined, words: begins + 1 };
}

function yearFirst(said: readonly Token[], year: string): Found | undefined {
  const month = monthOf(said[1]?.text);
  const day = dayNumber(said[2]);
  if (month === undefined || day === undefined) return undefined;
  return { day: dateOf(year, month, day), words: 3 };
}

/** Adds the year after the first `words` words, if there is one. */
function completed(said: readonly Token[], words: number, month: number, day: number, today: Day): Found {
  const year = yearIn(said[words]) ?? /^['’]?(\d{2})$/.exec(said[words]?.text ?? '')?.[1];
  return { day: inYear(month, day, year, today), words: year === undefined ? words : words + 1 };
}

/** Without a year, the next such day, today included. */
function inYear(month: number, day: number, year: string | undefined, today: Day): Day | undefined {
  if (year !== undefined) return dateOf(year.length === 2 ? `20${year}` : year, month, day);
  const first = Number(today.slice(0, 4));
  // 29 February can be eight years away.
  const days = Array.from({ length: 9 }, (_, index) => dateOf(first + index, month, day));
  return days.find((one) => one !== undefined && one >= today);
}

function sure(day: Day | undefined): Found {
  return { day, words: 1 };
}

function dateOf(year: string | number, month: string | number, day: string | number): Day | undefined {
  const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(written) && written >= '1900' ? written : undefined;
}

/** `tomorrow`, `in two weeks`, `next Monday`, `Friday`. */
function relativeDay(said: readonly Token[], today: Day): DayWords | undefined {
  const found = named(said, today) ?? later(said, today) ?? onWeekday(said, today);
  return found && { ...found, isExact: false };
}

function textAt(said: readonly Token[], at: number): string {
  return (said[at]?.text ?? '').toLowerCase();
}

function named(said: readonly Token[], today: Day): Found | undefined {
  const word = textAt(said, 0);
  if (word === 'today') return { day: today, words: 1 };
  if (word === 'tomorrow' || word === 'tmrw') return { day: addDays(today, 1), words: 1 };
  const the = word === 'the' ? 1 : 0;
  const phrase = [0, 1, 2].map((index) => textAt(said, the + index)).join(' ');
  return phrase === dayAfterTomorrow ? { day: addDays(today, 2), words: 3 + the } : undefined;
}

function later(said: readonly Token[], today: Day): Found | undefined {
  const begins = textAt(said, 0) === 'in' ? 1 : 0;
  const number = count(textAt(said, begins));
  const unit = unitOf(textAt(said, begins + 1));
  if (number === undefined || unit === undefined) return undefined;
  const after = (day: Day) => addDays(addMonths(day, number * unit.months), number * unit.days);
  if (!/^(from|after|on)$/.test(textAt(said, begins + 2)))
    return begins === 1 ? { day: after(today), words: 3 } : undefined;
  const words = begins + 3;
  if (textAt(said, words) === 'now') return { day: after(today), words: words + 1 };
  const behind = said.slice(words);
  const from = exactDay(behind, today) ?? named(behind, today) ?? onWeekday(behind, today);
  return from && { day: from.day && after(from.day), words: words + from.words };
}

/**
 * `Monday`: the first after today. `this Monday`: today if it's a Monday. `next Monday`: in the week that begins next
 * Monday.
 */
function onWeekday(said: readonly Token[], today: Day): Found | undefined {
  const modifier = modifiers.get(textAt(said, 0));
  const begins = modifier === undefined ? 0 : 1;
  const isNextWeek = (from: number) => textAt(said, from) === 'next' && textAt(said, from + 1) === 'week';
  if (isNextWeek(0)) return ofNextWeek(said, today);
  const weekday = weekdayIn(said[begins], modifier === undefined ? 'in full' : 'short too');
  if (weekday === undefined) return undefined;
  if (isNextWeek(begins + 1)) return { day: inNextWeek(weekday, today), words: begins + 3 };
  if (modifier === 'past') return { day: undefined, words: 2, isWeak: true };
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (modifier === 'next') return { day: inNextWeek(weekday, today), words: 2 };
  const days = ahead === 0 && modifier !== 'this' ? 7 : ahead;
  return { day: addDays(today, days), words: begins + 1 };
}

function ofNextWeek(said: readonly Token[], today: Day): Found {
  const on = textAt(said, 2) === 'on' ? 1 : 0;
  const weekday = weekdayIn(said[2 + on], 'short too');
  if (weekday === undefined) return { day: undefined, words: 2, isWeak: true };
  return { day: inNextWeek(weekday, today), words: 3 + on };
}

function inNextWeek(weekday: number, today: Day): Day {
  return addDays(today, 7 - weekdayOf(today) + weekday);
}

/** 1 for Monday to 7 for Sunday. */
function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay() || 7;
}

function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  const found = new Date(Date.UTC(year, month - 1 + count, Math.min(date, last.getUTCDate())));
  return found.toISOString().slice(0, 10);
}
