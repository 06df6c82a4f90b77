import type { Person } from './person.ts';

/** Finds people by any part of name or address; see `createSearch`. */
export type Search = (query: string, limit: number) => Person[];

/** Lower case without accents, so that `jose` finds `José`; letters that do not decompose are spelled out. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[łøđßæœı]/g, (letter) => spelledOut[letter] ?? letter);
}

const spelledOut: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Stands between people in the text that is searched; no query contains it. */
const separator = '\n';

/**
 * A search over many people, from memory. All words of the query must occur, in any order; a match at the
 * beginning of the name comes first, then one at the beginning of a later word, then any other.
 * An empty query gives the first people by name.
 *
 * The folded names and addresses stand in one long string, so that a query is a few scans at the
 * machine's speed and not one comparison for each of 100,000 people.
 */
export function createSearch(people: readonly Person[]): Search {
  const sorted = people.map((person) => ({ person, key: fold(person.name) })).sort(byKey);
  const keys = sorted.map(({ person, key }) => ` ${key} ${fold(person.email)}`);
  const text = separator + keys.join(separator) + separator;
  const starts = startsOf(keys);

  return (query, limit) => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    const found = new Set<number>();
    for (const needle of needlesFor(words)) {
      collect(needle, words, found, limit);
      if (found.size >= limit) break;
    }
    return [...found].flatMap((index) => sorted[index]?.person ?? []);
  };

  function collect(needle: string, words: string[], found: Set<number>, limit: number): void {
    let at = text.indexOf(needle);
    while (at !== -1 && found.size < limit) {
      const index = indexAt(starts, at);
      if (words.every((word) => keys[index]?.includes(word))) found.add(index);
      const next = starts[index + 1];
      // Behind the last person an empty needle would be found for ever.
      if (next === undefined) break;
      at = text.indexOf(needle, next);
    }
  }
}

function byKey(a: { key: string }, b: { key: string }): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/** What to scan for, best match first: at the beginning of the name, of a word, anywhere. */
function needlesFor(words: string[]): string[] {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  const [first = ''] = words;
  return [`${separator} ${first}`, ` ${longest}`, longest];
}

/** Where each person's part begins: at the separator before it. */
function startsOf(keys: readonly string[]): Uint32Array {
  const starts = new Uint32Array(keys.length);
  let at = 0;
  for (const [index, key] of keys.entries()) {
    starts[index] = at;
    at += key.length + separator.length;
  }
  return starts;
}

/** The last start at or before `position`, by halving. */
function indexAt(starts: Uint32Array, position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
