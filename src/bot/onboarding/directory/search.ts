import { fold } from '../../fold.ts';
import type { Person } from './person.ts';
import { inTurns, type Steps, sorting } from './steps.ts';

/** The most of a query that is read, in characters: names and addresses are shorter than that. */
const longestQuery = 200;

/** Finds people by any part of name or address; see `createSearch`. */
export type Search = (query: string, limit: number) => Person[];

/** Stands before each person in the text that is searched; no query contains it. */
const separator = '\n';

/** How many people stand together. */
const blockSize = 256;
/** How many marks a block has for the pairs and triples of letters in it: a power of two. */
const marks = 1 << 15;

/**
 * Some people whose names follow each other: their folded names and addresses as one text, where each begins in it,
 * and a mark for each two and three letters that occur (a Bloom filter with one hash: it never misses any).
 */
interface Block {
  first: number;
  text: string;
  starts: Uint32Array;
  grams: Uint8Array;
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
 * The same, with the blocks made step by step: who opens a form meanwhile is served in between. A query that comes before
 * they are `ready` makes the rest at once.
 */
export function prepareSearch(people: readonly Person[]): { search: Search; ready: Promise<void> } {
  const { search, steps } = searchWith(people);
  return { search, ready: inTurns(steps) };
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

function searchIn({ sorted, blocks }: Index, query: string, limit: number): Person[] {
  const words = fold(query.slice(0, longestQuery)).split(/\s+/).filter(Boolean);
  const found = new Set<number>();
  for (const needle of needlesFor(words)) {
    collect(blocks, needle, { words, found, limit });
    if (found.size >= limit) break;
  }
  return [...found].flatMap((at) => sorted[at] ?? []);
}

interface Entry {
  person: Person;
  /** The folded name. */
  key: string;
}

interface Index {
  /** By name. */
  sorted: readonly Person[];
  blocks: readonly Block[];
}

/** How many entries one step looks at. */
const stepSize = 1_000;

function* indexing(people: readonly Person[], done: (index: Index) => void): Steps<void> {
  const entries: Entry[] = [];
  for (const person of people) {
    entries.push({ person, key: fold(person.name) });
    if (entries.length % stepSize === 0) yield;
  }
  const sorted = yield* sorting(entries, byKey, stepSize);
  const blocks: Block[] = [];
  for (let first = 0; first < sorted.length; first += blockSize) {
    blocks.push(blockOf(sorted.slice(first, first + blockSize), first));
    yield;
  }
  done({ sorted: sorted.map(({ person }) => person), blocks });
}

/** All words that have to occur, who was found with them so far, and how many are wanted. */
interface Finding {
  words: readonly string[];
  found: Set<number>;
  limit: number;
}

function collect(blocks: readonly Block[], needle: string, finding: Finding): void {
  const { words, found, limit } = finding;
  const wanted = new Set([needle, ...words].flatMap((text) => [...gramsOf(text)]));
  for (const block of blocks) {
    if (found.size >= limit) return;
    if (hasAll(block, wanted)) collectFrom(block, needle, finding);
  }
}

function collectFrom({ first, text, starts }: Block, needle: string, finding: Finding): void {
  const { words, found, limit } = finding;
  let from = 0;
  while (found.size < limit) {
    const at = text.indexOf(needle, from);
    if (at === -1) return;
    const index = indexAt(starts, at);
    const next = starts[index + 1] ?? text.length;
    const furthest = furthestOf(words, text, starts[index] ?? 0);
    if (furthest === -1) return;
    if (furthest < next) found.add(first + index);
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

function blockOf(entries: readonly Entry[], first: number): Block {
  const starts = new Uint32Array(entries.length);
  let text = '';
  for (const [index, { person, key }] of entries.entries()) {
    starts[index] = text.length;
    text += `${separator} ${key} ${fold(person.email)}`;
  }
  const grams = new Uint8Array(marks / 8);
  markGrams(text, grams);
  return { first, text, starts, grams };
}

function markGrams(text: string, grams: Uint8Array): void {
  let before = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    mark(grams, pair(last, code));
    mark(grams, triple(before, last, code));
    before = last;
    last = code;
  }
}

/** The marks that a text sets which contains this one. */
function* gramsOf(text: string): Generator<number> {
  for (let at = 1; at < text.length; at += 1) {
    yield pair(text.charCodeAt(at - 1), text.charCodeAt(at));
    if (at > 1) yield triple(text.charCodeAt(at - 2), text.charCodeAt(at - 1), text.charCodeAt(at));
  }
}

function pair(one: number, two: number): number {
  return (one * 211 + two * 7) & (marks - 1);
}

function triple(one: number, two: number, three: number): number {
  return (one * 7919 + two * 523 + three * 31 + 17) & (marks - 1);
}

function mark(grams: Uint8Array, bit: number): void {
  grams[bit >> 3] = (grams[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function hasAll({ grams }: Block, wanted: ReadonlySet<number>): boolean {
  for (const bit of wanted) if (((grams[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  return true;
}

function byKey(a: Entry, b: Entry): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
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
