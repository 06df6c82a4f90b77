import { fold } from '../../fold.ts';
import type { Person } from './person.ts';

/** Most characters read of a query; names and addresses are shorter. */
const longestQuery = 200;

export type Search = (query: string, limit: number) => Person[];

export interface Entry {
  person: Person;
  name: string;
  /** Name and address, each after a space. */
  text: string;
}

export function toEntry(person: Person): Entry {
  const name = fold(person.name);
  return { person, name, text: ` ${name} ${fold(person.email)}` };
}

/**
 * All words of the query must occur; matches at the beginning of the name come first, then at the beginning
 * of a later word. An empty query returns the first people by name.
 */
export function createSearch(people: readonly Person[]): Search {
  return searchOver(people.map(toEntry));
}

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

/** Ranks matching texts, best first: at the beginning of the name, of a word, anywhere. */
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
