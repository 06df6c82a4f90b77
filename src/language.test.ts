import { expect, it } from 'vitest';
import {
  commonLanguage,
  inLanguage,
  type Language,
  languageOf,
  languages,
  ordinal,
  words,
} from './language.ts';

it('finds what somebody reads by their locale', () => {
  for (const language of languages)
    expect([language, `${language}-XX`].map(languageOf)).toEqual([language, language]);
});

it.each([undefined, '', '-', 'tlh-QO', 'english'])('speaks the common language to others: %s', (locale) => {
  expect(languageOf(locale)).toBe(commonLanguage);
});

it('writes ordinal numbers as English does', () => {
  expect([6, 11, 21, 22, 23, 112].map(ordinal).join()).toBe('6th,11th,21st,22nd,23rd,112th');
});

/** A language that Frontdesk doesn't speak, as it would be if it did. */
const other = 'xx' as Language;
const spoken = languages.map((language): [string, { hello: string }] => [language, { hello: 'Hello' }]);
const texts = Object.fromEntries([...spoken, [other, { hello: 'Saluton' }]]);
const say = words(texts as Parameters<typeof words<{ hello: string }>>[0]);

it('says everything that a reader’s work awaits in their language, and others’ in theirs', async () => {
  const greet = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return say().hello;
  };
  const both = [inLanguage(other, greet), inLanguage('en', greet), greet()];
  expect(await Promise.all(both)).toEqual(['Saluton', 'Hello', 'Hello']);
});
