import { allWords, type Language, languages } from '../src/language.ts';

/** A language that exists only in tests: English, with every text between marks. */
export const secondLanguage = 'xx' as Language;

/** Slack's locale of a person who reads it. */
export const secondLocale = 'xx-XX';

/** Adds the second language to all texts that were imported so far. */
export function addSecondLanguage(): void {
  (languages as readonly string[] as string[]).push(secondLanguage);
  for (const words of allWords) Object.assign(words, { [secondLanguage]: marked(words.en) });
}

function marked(value: unknown): unknown {
  if (typeof value === 'string') return value && `⟦${value}⟧`;
  if (typeof value === 'function') return (...given: unknown[]) => marked(value(...given));
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one)]));
}

/** The text without marks. */
export function withoutMarks(text: string): string {
  return text.replace(/[⟦⟧]/g, '');
}

/** Texts that people read in views and messages, at any depth. */
export function textsAnywhere(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'text' || key === 'alt_text' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsAnywhere(one, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    textsAnywhere(one, name === 'errors' ? 'text' : name),
  );
}

/** What is left of a text outside of the marks, if that has letters of English. @param names that aren't sentences */
export function englishLeft(text: string, names: readonly string[]): string | undefined {
  let left = text.replace(/<(?:[@#!][^>|]*|[^>|]*\|)/g, ' ').replace(/\S+@\S+|https?:\S+/g, ' ');
  // A sentence can be inside a sentence, and cut off: over several blocks, or to fit.
  while (/⟦[^⟦⟧]*⟧/.test(left)) left = left.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  left = left.replace(/^[^⟦]*⟧|⟦[^⟧]*$/g, ' ');
  for (const name of names) left = left.replaceAll(name, ' ');
  return /[A-Za-z]{2}/.test(left) ? `${left.trim()} ← ${text}`.slice(0, 300) : undefined;
}
