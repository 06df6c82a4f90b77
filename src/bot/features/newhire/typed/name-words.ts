import { degrees, particles, titles } from './vocabulary.ts';

export interface Name {
  first: string;
  last: string;
}

/** Between the letters of Persian and Indian names. */
const joiners = /\u200C|\u200D/g;

/** Letters of any script, with the marks and joiners that stand in names. */
export function isNameWord(word: string): boolean {
  return word.length <= 200 && /^[\p{L}\p{M}][\p{L}\p{M}'’ʼ`.·‐‑-]*$/u.test(word.replace(joiners, ''));
}

/** As names begin; letters of scripts without capitals count. */
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
 * The first word is the first name and the others are the last one, unless a particle says where the last one begins
 * ("Juan Carlos de la Cruz"). Titles and degrees are left out.
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
