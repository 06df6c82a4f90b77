import type { Token } from './tokens.ts';
import { monthNames, numbers, weekdayNames } from './vocabulary.ts';

const months = numbered(monthNames, ['sept', 9]);
const weekdays = new Map(weekdayNames.map((name, index) => [name, index + 1]));
const shortWeekdays = numbered(weekdayNames, ['tues', 2], ['thur', 4], ['thurs', 4]);

/** Maps each name and its first three letters to its number, from 1. */
function numbered(names: readonly string[], ...more: [string, number][]): ReadonlyMap<string, number> {
  const entries = names.flatMap((name, index): [string, number][] => [
    [name, index + 1],
    [name.slice(0, 3), index + 1],
  ]);
  return new Map([...entries, ...more]);
}

/** 1 to 12 for the name of a month, short or in full. */
export function monthOf(text = ''): number | undefined {
  return months.get(text.toLowerCase());
}

/**
 * 1 for Monday to 7 for Sunday. Short names are also people's (Sun, Sat), so accept them only next to other date
 * words.
 */
export function weekdayIn(token: Token | undefined, how: 'in full' | 'short too'): number | undefined {
  const text = token?.text.toLowerCase() ?? '';
  return weekdays.get(text) ?? (how === 'short too' ? shortWeekdays.get(text) : undefined);
}

/** 1 to 31 for `1`, `1st`, `22nd`, `3.`. */
export function dayNumber(token: Token | undefined): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(token?.text ?? '') ?? [];
  const number = Number(digits);
  return number >= 1 && number <= 31 ? number : undefined;
}

export function yearIn(token: Token | undefined): string | undefined {
  return /^(?:19|20|21)\d\d$/.exec(token?.text ?? '')?.[0];
}

/** Number in digits or in words; `a` is one. */
export function count(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (text === 'a' || text === 'an') return 1;
  const index = numbers.indexOf(text);
  return index === -1 ? undefined : index + 1;
}

const units = new Map([
  ['day', { days: 1, months: 0 }],
  ['week', { days: 7, months: 0 }],
  ['fortnight', { days: 14, months: 0 }],
  ['month', { days: 0, months: 1 }],
]);

export function unitOf(text: string): { days: number; months: number } | undefined {
  return units.get(text.replace(/s$/, ''));
}

export const modifiers: ReadonlyMap<string, 'next' | 'this' | 'coming' | 'past'> = new Map([
  ['next', 'next'],
  ['this', 'this'],
  ['coming', 'coming'],
  ['on', 'coming'],
  ['last', 'past'],
  ['past', 'past'],
  ['previous', 'past'],
  ['every', 'past'],
  ['each', 'past'],
]);
