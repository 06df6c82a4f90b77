import { addDays, type Day, isDay } from '../../../../time/dates.ts';
import { dayAt } from '../typed/parse-dates.ts';
import { tokensOf } from '../typed/vocabulary.ts';
import { inEnglish } from './vocabulary.ts';

/** Order of day and month in a file's dates with slashes or dashes. */
export type DateOrder = 'dayFirst' | 'monthFirst';

const inDigits = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T].*)?$/;

/** `unclear`: every date can be read in both orders. Undefined if the file has no such dates. */
export function orderOf(cells: readonly string[]): DateOrder | 'unclear' | undefined {
  const found = cells.flatMap((cell) => {
    const [, one, , two] = inDigits.exec(cell) ?? [];
    return one === undefined ? [] : [[Number(one), Number(two)] as const];
  });
  const isDayFirst = found.some(([one]) => one > 12);
  const isMonthFirst = found.some(([, two]) => two > 12);
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'dayFirst' : 'monthFirst';
  return found.some(([one, two]) => Math.max(one, two) <= 12 && one !== two) ? 'unclear' : undefined;
}

/** Days as a spreadsheet counts them, from 1955 to 2119. */
const serial = /^[2-7]\d{4}$/;

/**
 * Day of a cell: `2026-12-01`, `1.12.2026`, `12/01/26` in the file's order, `1. Dezember 2026`, a spreadsheet's number.
 * @returns undefined if it is no date, or could be two and the order isn't known
 */
export function dayIn(cell: string, order: DateOrder | undefined, today: Day): Day | undefined {
  const [, one, , two = '', year = ''] = inDigits.exec(cell) ?? [];
  if (one !== undefined) return inOrder(dayOf(year, two, one), dayOf(year, one, two), order);
  if (serial.test(cell)) return addDays('1899-12-30', Number(cell));
  const [, first, second, third] = certain.map((form) => form.exec(cell)).find((found) => found) ?? [];
  if (first && second && third)
    return first.length === 4 ? dayOf(first, second, third) : dayOf(third, second, first);
  return inWords(cell, today);
}

function inOrder(dayFirst: Day | undefined, monthFirst: Day | undefined, order: DateOrder | undefined) {
  if (order) return order === 'dayFirst' ? dayFirst : monthFirst;
  return dayFirst && monthFirst && dayFirst !== monthFirst ? undefined : (dayFirst ?? monthFirst);
}

/** `20261201`, `2026/12/01`, and dates with dots, which always put the day first. */
const certain = [
  /^(\d{4})(\d\d)(\d\d)$/,
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/,
  /^(\d{1,2})\. ?(\d{1,2})\. ?(\d\d|\d{4})(?: .*)?$/,
];

function inWords(cell: string, today: Day): Day | undefined {
  const { tokens } = tokensOf(inEnglish(cell.replace(/[ T]\d{1,2}:\d\d(?::\d\d)?.*$/, '')));
  const found = dayAt(tokens, 0, today);
  return found?.isExact && found.words === tokens.length ? found.day : undefined;
}

function dayOf(year: string, month: string, day: string): Day | undefined {
  const written = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : undefined;
}
