/** The languages that Frontdesk speaks, by their ISO 639 codes. The first one is for everybody who reads none of them. */
export const languages = ['en'] as const;

export type Language = (typeof languages)[number];

/** What groups read, such as a channel, and whoever's language nobody knows. */
export const commonLanguage: Language = languages[0];

/** What somebody reads. @param locale as Slack has it, such as `de-DE` */
export function languageOf(locale: string | undefined): Language {
  const [code] = (locale ?? '').split('-', 1);
  return languages.find((language) => language === code) ?? commonLanguage;
}

/** The same names with other texts under them: where English has one text, another language may have any. */
type Translated<English> = English extends string
  ? string
  : English extends (...about: never) => unknown
    ? English
    : { readonly [Name in keyof English]: Translated<English[Name]> };

/** Words in every language. English is the source and the type: a language that lacks a sentence does not compile. */
export type Worded<English> = Readonly<Record<Language, Translated<English>>>;

/** Makes something once for each language. */
export function inEachLanguage<Made>(make: (language: Language) => Made): Readonly<Record<Language, Made>> {
  const made = languages.map((language) => [language, make(language)] as const);
  // All of them have one, which the type of entries does not say.
  return Object.fromEntries(made) as Record<Language, Made>;
}
