import { degrees, particles, titles } from './vocabulary.ts';

export interface Name {
  first: string;
  last: string;
}

/** Zero-width joiners, as in Persian and Indian names. */
const joiners = /\u200C|\u200D/g;

/** Whether a word has only letters of any script, and marks and joiners used in names. */
export function isNameWord(word: string): boolean {
  return word.length <= 200 && /^[\p{L}\p{M}][\p{L}\p{M}'’ʼ`.·‐‑-]*$/u.test(word.replace(joiners, ''));
}

/** Whether a word begins like a name. Scripts without capitals count too. */
export function isCapitalized(word: string): boolean {
  return /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word);
}

export function isParticle(word: string): boolean {
  return particles.has(word.toLowerCase());
}

export function isTitle(word: string): boolean {
  return titles.has(word.toLowerCase().replace('.', ''));
}

/**
 * Splits a name: first word, then the last name, unless a particle marks where that begins ("Juan Carlos de la
 * Cruz"). Drops titles and degrees.
 */
export function nameOf(words: readonly string[]): Name {
  const begin = words.findIndex((word) => !isTitle(word));
  const named = begin === -1 ? [] : words.slice(begin);
  while (named.length > 1 && degrees.has((named.at(-1) ?? '').toLowerCase().replaceAll('.', ''))) named.pop();
  const particle = named.findIndex(
    (word, index) => index > 0 && index < named.length - 1 && isParticle(word),
  );
  const last = particle === -1 ? 1 : particle;
  return { first: named.slice(0, last).join(' '), last: named.slice(last).join(' ') };
}
