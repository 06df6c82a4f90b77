import { AsyncLocalStorage } from 'node:async_hooks';
import { type Day, dayIn, formatDay, formatTime } from './time/dates.ts';

export const languages = ['en'] as const;

export type Language = (typeof languages)[number];

export const commonLanguage: Language = languages[0];

/** `locale` is in Slack's format, such as `de-DE`. */
export function languageOf(locale: string | undefined): Language {
  const [code] = (locale ?? '').split('-', 1);
  return languages.find((language) => language === code) ?? commonLanguage;
}

/** Translation with the same keys. Where English has a plain text, a translation may have any text. */
type Translated<English> = English extends string
  ? string
  : English extends (...about: never) => unknown
    ? English
    : { readonly [Name in keyof English]: Translated<English[Name]> };

/** Texts in every language. English defines the type: a language with a missing text doesn't compile. */
type InEveryLanguage<English> = { en: English } & Record<Language, Translated<English>>;

const reading = new AsyncLocalStorage<{ language: Language; now: Date | undefined }>();

/**
 * Runs `work`, and everything it awaits, in the reader's language. Called where a reader becomes known: a
 * listener, a message, App Home, an open page.
 * @param now the time of reading: days near it are written without their year
 */
export function inLanguage<Result>(
  language: Language,
  work: () => Result,
  now = reading.getStore()?.now,
): Result {
  return reading.run({ language, now }, work);
}

/** Language of the current reader; the common one where nobody is known to read, such as at a terminal. */
export function currentLanguage(): Language {
  return reading.getStore()?.language ?? commonLanguage;
}

/** `Mon 7 Dec` in `en-GB`; with the year if the day isn't within twelve months, or nobody is known to read. */
export function dayText(day: Day, locale: string): string {
  const now = reading.getStore()?.now;
  return formatDay(day, locale, now && dayIn('UTC', now));
}

/** `Mon 7 Dec, 09:00` in `en-GB`. */
export function instantText(instant: Date, zone: string, locale: string): string {
  return `${dayText(dayIn(zone, instant), locale)}, ${formatTime(instant, zone, locale)}`;
}

let list: Intl.ListFormat | undefined;

/** `Ann, Ben and Cem`, for the messages in English. Made when first used: it loads data, which takes milliseconds. */
export function listOf(parts: readonly string[]): string {
  list ??= new Intl.ListFormat('en-GB');
  return list.format(parts);
}

let digits: Intl.NumberFormat | undefined;

/** `2,000`, for the messages in English. */
export function numberText(count: number): string {
  digits ??= new Intl.NumberFormat('en-GB');
  return digits.format(count);
}

/** `1 task`, `3 tasks`, in English. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : several}`;
}

let ordinals: Intl.PluralRules | undefined;
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `6th`, for the messages in English. */
export function ordinal(number: number): string {
  ordinals ??= new Intl.PluralRules('en-GB', { type: 'ordinal' });
  return `${number}${endings[ordinals.select(number)] ?? 'th'}`;
}

export const allWords: { en: unknown }[] = [];

/** `export const say = words({ en })`, then `say().title`. */
export function words<English>(all: InEveryLanguage<English>): () => Translated<English> {
  allWords.push(all);
  return () => all[currentLanguage()];
}

/** Builds one value in every language, to store it for readers who aren't known yet. */
export function inEachLanguage<Made>(make: () => Made): Readonly<Record<Language, Made>> {
  const made = languages.map((language) => [language, inLanguage(language, make)] as const);
  return Object.fromEntries(made) as Record<Language, Made>;
}

/** Builds one value per language, when it is first needed. Returns a function for the current reader's. */
export function perLanguage<Made>(make: () => Made): () => Made {
  const made = new Map<Language, Made>();
  return () => {
    const language = currentLanguage();
    const one = made.get(language) ?? make();
    made.set(language, one);
    return one;
  };
}

const spelledOut: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœı]/g, (letter) => spelledOut[letter] ?? letter);
}
