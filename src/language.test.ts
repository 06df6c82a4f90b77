import { expect, it } from 'vitest';
import { commonLanguage, languageOf, languages } from './language.ts';

it.each(languages)('finds what somebody reads by their locale: %s', (language) => {
  expect([language, `${language}-XX`].map(languageOf)).toEqual([language, language]);
});

it.each([undefined, '', '-', 'tlh-QO', 'english'])('speaks the common language to others: %s', (locale) => {
  expect(languageOf(locale)).toBe(commonLanguage);
});
