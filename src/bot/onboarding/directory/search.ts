import { fold } from '../../fold.ts';
import type { Person } from './person.ts';

/** The most of a query that is read, in characters: names and addresses are shorter than that. */
const longestQuery = 200;

/** Finds people by any part of name or address; see `createSearch`. */
export type Search = (query: string, limit: number) => Person[];

/** A person, with their name and address in lower case and without accents. */
export interface Entry {
  person: Person;
  name: string;
  /** Name and address, a space before each. */
  text: string;
}

export function toEntry(person: Person): Entry {
  const name = fold(person.name);
  return { person, name, text: ` ${name} ${fold(person.email)}` };
}

/**
 * A search over many people, from memory. All words of the query must occur, in any order; a match at the
 * beginning of the name comes first, then one at the beginning of a later word, then any other.
 * An empty query gives the first people by name.
 */
export function createSearch(people: readonly Person[]): Search {
  return searchOver(people.map(toEntry));
}

/** The search of `createSearch`, over people whose texts are made already. */
export function searchOver(entries: readonly Entry[]): Search {
  const sorted = entries.toSorted((one, other) => compareText(one.name, other.name));

  return (query, limit) => {
    const words = wordsIn(query);
    const rankOf = rankingBy(words);
    const ranks: [Person[], Person[], Person[]] = [[], [], []];
    for (const { person, text } of sorted) {
      if (ranks[0].length >= limit) break;
      if (words.every((word) => text.includes(word))) ranks[rankOf(text)].push(person);
    }
    return ranks.flat().slice(0, limit);
  };
}

function wordsIn(query: string): string[] {
  const words = fold(query.slice(0, longestQuery)).split(/\s+/);
  return [...new Set(words)].filter(Boolean);
}

/** Ranks texts in which all words occur, best first: at the beginning of the name, of a word, anywhere. */
function rankingBy(words: readonly string[]): (text: string) => 0 | 1 | 2 {
  const [first = ''] = words;
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  return (text) => {
    if (text.startsWith(` ${first}`)) return 0;
    return text.includes(` ${longest}`) ? 1 : 2;
  };
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
