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
export type Worded<English> = Readonly<Record<Language, Translated<English>>>;

/** Builds one value per language. */
export function inEachLanguage<Made>(make: (language: Language) => Made): Readonly<Record<Language, Made>> {
  const made = languages.map((language) => [language, make(language)] as const);
  // Complete, but `Object.fromEntries` can't express that.
  return Object.fromEntries(made) as Record<Language, Made>;
}
