import { AsyncLocalStorage } from 'node:async_hooks';

/** Supported languages as ISO 639 codes. The first is the fallback. */
export const languages = ['en'] as const;

export type Language = (typeof languages)[number];

/** Language for groups, such as channels, and for people whose language is unknown. */
export const commonLanguage: Language = languages[0];

/** Language for a person. @param locale in Slack's format, such as `de-DE` */
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

const reading = new AsyncLocalStorage<Language>();

/**
 * Runs `work`, and everything it awaits, in the reader's language. Called at the doors, where a reader becomes known:
 * a listener, a message, App Home, an open page. Everything behind them only calls `say()`.
 */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return reading.run(language, work);
}

/** Language of the current reader; the common one where nobody is known to read, such as at a terminal. */
export function currentLanguage(): Language {
  return reading.getStore() ?? commonLanguage;
}

/** Texts of all parts of Frontdesk, for a test that adds a language. */
export const allWords: { en: unknown }[] = [];

/**
 * Texts of a part of Frontdesk: `export const say = words({ en })`, then `say().title`.
 * @returns a function that returns the texts in the current reader's language
 */
export function words<English>(all: InEveryLanguage<English>): () => Translated<English> {
  allWords.push(all);
  return () => all[currentLanguage()];
}

/** Builds one value in every language, to store it for readers who aren't known yet. */
export function inEachLanguage<Made>(make: () => Made): Readonly<Record<Language, Made>> {
  const made = languages.map((language) => [language, inLanguage(language, make)] as const);
  // Complete, but `Object.fromEntries` can't express that.
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
