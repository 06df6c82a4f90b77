import { fold } from '../../fold.ts';
import { indexesOf, LetterMarks } from './letter-marks.ts';
import type { Person } from './person.ts';
import { inTurns, type Steps, sorting } from './steps.ts';

/** The most of a query that is read, in characters: names and addresses are shorter than that. */
const longestQuery = 200;

/** Finds people by any part of name or address; see `createSearch`. */
export type Search = (query: string, limit: number) => Person[];

/** Stands before each person in the text that is searched; no query contains it. */
const separator = '\n';

/** How many people stand together. */
const blockSize = 32;

/** People whose names follow each other stand together in blocks. */
interface Index {
  /** By name. */
  sorted: readonly Person[];
  /** The folded names and addresses of each block. */
  texts: readonly string[];
  /** Where each person begins in the text of their block. */
  starts: Uint32Array;
  /** Which letters stand next to each other in which block. */
  marks: LetterMarks;
}

/**
 * A search over many people, from memory. All words of the query must occur, in any order; a match at the
 * beginning of the name comes first, then one at the beginning of a later word, then any other.
 * An empty query gives the first people by name.
 *
 * Only blocks in which all letters of the query occur next to each other are read at all, so that a rare name or
 * one that nobody has is as quick among 100,000 people as among ten.
 *
 * The blocks are made by the first query: until then nobody waits for them.
 */
export function createSearch(people: readonly Person[]): Search {
  return searchWith(people).search;
}

/**
 * The same, with the blocks made step by step by `prepare`: who opens a form meanwhile is served in between. A query that
 * comes before that has ended makes the rest at once.
 */
export function prepareSearch(people: readonly Person[]): { search: Search; prepare: () => Promise<void> } {
  const { search, steps } = searchWith(people);
  return { search, prepare: () => inTurns(steps) };
}

/** @returns besides, the steps that make the blocks */
function searchWith(people: readonly Person[]) {
  let index: Index | undefined;
  const steps = indexing(people, (made) => {
    index = made;
  });

  function search(query: string, limit: number): Person[] {
    while (!index) steps.next();
    return searchIn(index, query, limit);
  }

  return { search, steps };
}

function searchIn(index: Index, query: string, limit: number): Person[] {
  const words = fold(query.slice(0, longestQuery)).split(/\s+/).filter(Boolean);
  const found = new Set<number>();
  const withAllWords = index.marks.textsWith(words);
  for (const needle of needlesFor(words)) {
    const blocks = index.marks.textsWith(words.includes(needle) ? [] : [needle], withAllWords);
    for (const block of indexesOf(blocks)) {
      if (found.size >= limit) break;
      collectFrom(index, block, needle, { words, found, limit });
    }
  }
  return [...found].flatMap((at) => index.sorted[at] ?? []);
}

/** How many people one step looks at. */
const stepSize = 1_000;

function* indexing(people: readonly Person[], done: (index: Index) => void): Steps<void> {
  const names: string[] = [];
  for (const { name } of people) {
    names.push(fold(name));
    if (names.length % stepSize === 0) yield;
  }
  const byName = (one: number, other: number) => compared(names[one] ?? '', names[other] ?? '');
  const order = yield* sorting(people.length, byName, stepSize);
  const sorted: Person[] = [];
  const texts: string[] = [];
  const starts = new Uint32Array(order.length);
  const marks = new LetterMarks(Math.ceil(order.length / blockSize));
  for (let first = 0; first < order.length; first += blockSize) {
    const block = [...order.subarray(first, first + blockSize)].flatMap((at) => people[at] ?? []);
    const text = textOf(block, starts.subarray(first));
    marks.add(text, texts.length);
    texts.push(text);
    sorted.push(...block);
    yield;
  }
  done({ sorted, texts, starts, marks });
}

/** All words that have to occur, who was found with them so far, and how many are wanted. */
interface Finding {
  words: readonly string[];
  found: Set<number>;
  limit: number;
}

function collectFrom(index: Index, block: number, needle: string, finding: Finding): void {
  const { words, found, limit } = finding;
  const first = block * blockSize;
  const starts = index.starts.subarray(first, first + blockSize);
  const text = index.texts[block] ?? '';
  let from = 0;
  while (found.size < limit) {
    const at = text.indexOf(needle, from);
    if (at === -1) return;
    const person = indexAt(starts, at);
    const next = starts[person + 1] ?? text.length;
    const furthest = furthestOf(words, text, starts[person] ?? 0);
    if (furthest === -1) return;
    if (furthest < next) found.add(first + person);
    // To the next person, or at once to the one in whom the rarest word occurs next.
    from = furthest < next ? next : (starts[indexAt(starts, furthest)] ?? next);
    // Behind the last person an empty needle would be found for ever.
    if (from >= text.length) return;
  }
}

/** Where from a position on the word occurs whose next occurrence is furthest away; -1 when one does not occur. */
function furthestOf(words: readonly string[], text: string, from: number): number {
  let furthest = from;
  for (const word of words) {
    const at = text.indexOf(word, from);
    if (at === -1) return -1;
    if (at > furthest) furthest = at;
  }
  return furthest;
}

/** The text of a block; where each person begins in it is noted. */
function textOf(block: readonly Person[], starts: Uint32Array): string {
  let text = '';
  for (const [index, { name, email }] of block.entries()) {
    starts[index] = text.length;
    text += `${separator} ${fold(name)} ${fold(email)}`;
  }
  return text;
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** What to look for, best match first: at the beginning of the name, of a word, anywhere. */
function needlesFor(words: string[]): string[] {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  const [first = ''] = words;
  return [`${separator} ${first}`, ` ${longest}`, longest];
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
