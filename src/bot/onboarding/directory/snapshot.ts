import { setImmediate } from 'node:timers/promises';
import { closestMatch } from 'leven';
import { LRUCache } from 'lru-cache';
import type { ServiceDescription } from '../../../contract/description.ts';
import type { SequenceKind } from '../../../contract/sequence.ts';
import { fold } from '../../../language.ts';
import type { Creates } from '../client/client.ts';
import { isNobody, type Person } from './person.ts';

/** Most characters read of a query; names and addresses are shorter. */
const longestQuery = 200;

type Search = (query: string, limit: number) => Person[];

interface Entry {
  person: Person;
  name: string;
  /** Name and address, each after a space. */
  text: string;
}

function toEntry(person: Person): Entry {
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

function searchOver(entries: readonly Entry[]): Search {
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

type PeopleBy<Key> = Pick<ReadonlyMap<Key, Person>, 'get' | 'has' | 'size'>;

interface PeopleIndex {
  people: PeopleBy<number>;
  peopleByEmail: PeopleBy<string>;
  mailDomains: MailDomains;
  count: number;
  highestId: number;
  /** People with a higher id, without program accounts. */
  newerThan(id: number): readonly Person[];
  search: Search;
}

export async function indexPeople(listed: ReadonlyMap<number, Person>): Promise<PeopleIndex> {
  const { offered, ...known } = mapped(listed);
  return { ...known, search: searchOver(await entriesOf(offered)) };
}

/** Entries to make before yielding to the event loop: a few milliseconds' worth. */
const stepSize = 1_000;

async function entriesOf(people: readonly Person[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const person of people) {
    entries.push(toEntry(person));
    if (entries.length % stepSize === 0) await setImmediate();
  }
  return entries;
}

function mapped(people: ReadonlyMap<number, Person>) {
  const peopleByEmail = new Map<string, Person>();
  const domains = new Map<string, number>();
  const offered: Person[] = [];
  let highestId = 0;
  for (const person of people.values()) {
    if (!isNobody(person)) offered.push(person);
    if (person.email) {
      peopleByEmail.set(person.email, person);
      const domain = domainOf(person.email);
      domains.set(domain, (domains.get(domain) ?? 0) + 1);
    }
    highestId = Math.max(highestId, person.id);
  }
  const newerThan = (id: number) =>
    id >= highestId ? [] : [...people.values()].filter((one) => one.id > id && !isNobody(one));
  const mailDomains = mailDomainsOf(domains);
  return { people, peopleByEmail, mailDomains, count: offered.length, highestId, newerThan, offered };
}

interface MailDomains {
  all: ReadonlySet<string>;
  /** Domains that several people have, the most common first. */
  common: readonly string[];
}

/** Least people that make a domain the company's own, and the most such domains to keep. */
const fewestPeople = 3;
const mostDomains = 20;
/** Largest edit distance of a typing mistake. */
const mostLetters = 2;

/** `counts` holds people per domain. */
export function mailDomainsOf(counts: ReadonlyMap<string, number>): MailDomains {
  const several = [...counts].filter(([, count]) => count >= fewestPeople);
  const common = several.toSorted(([, one], [, other]) => other - one).slice(0, mostDomains);
  return { all: new Set(counts.keys()), common: common.map(([domain]) => domain) };
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** A domain that nobody has and that is close to a common one is a likely typing mistake; undefined otherwise. */
export function domainMeant(domain: string, { all, common }: MailDomains): string | undefined {
  if (domain === '' || all.has(domain)) return undefined;
  return closestMatch(domain, common, { maxDistance: mostLetters });
}

export interface KnownSequence {
  id: number;
  name: string;
  kind: SequenceKind | null;
}

export interface Snapshot extends PeopleIndex {
  from: string | undefined;
  /** Milliseconds since the epoch. */
  readAt: number;
  sequences: readonly KnownSequence[];
  description: ServiceDescription;
  creates: Creates;
  lacksOffboarding: boolean;
}

/** Age in milliseconds; infinite for a time in the future, after the clock was set back. */
export function ageOf({ readAt }: Pick<Snapshot, 'readAt'>, now: number): number {
  return readAt <= now ? now - readAt : Number.POSITIVE_INFINITY;
}

const most = 1_000;

/** Hires created by this process since the list was read, so that menus have them at once. */
export function createMade(now: () => number) {
  const made = new LRUCache<number, { person: Person; at: number }>({ max: most });
  let shown: { of: Snapshot; with: Snapshot } | undefined;

  return {
    add(person: Person): void {
      if (!made.has(person.id)) made.set(person.id, { person, at: now() });
      shown = undefined;
    },
    listed(began: number): void {
      for (const [id, { at }] of made.entries()) if (at < began) made.delete(id);
      shown = undefined;
    },
    over(snapshot: Snapshot): Snapshot {
      if (shown?.of !== snapshot) shown = { of: snapshot, with: merged(snapshot, [...made.values()]) };
      return shown.with;
    },
  };
}

function merged(snapshot: Snapshot, made: readonly { person: Person }[]): Snapshot {
  const { people, peopleByEmail, count, search } = snapshot;
  const missing = made
    .map(({ person }) => person)
    .filter(({ id, email }) => !people.has(id) && !(email !== '' && peopleByEmail.has(email)));
  if (missing.length === 0) return snapshot;
  const offered = missing.filter((person) => !isNobody(person));
  const searchMissing = createSearch(offered);
  return {
    ...snapshot,
    people: withMore(people, new Map(missing.map((person) => [person.id, person]))),
    peopleByEmail: withMore(peopleByEmail, new Map(missing.map((person) => [person.email, person]))),
    count: count + offered.length,
    // A hire created a moment ago is the likeliest match.
    search: (query, limit) => [...searchMissing(query, limit), ...search(query, limit)].slice(0, limit),
  };
}

/** Overlays a few people on many without copying those. */
function withMore<Key>(many: PeopleBy<Key>, more: ReadonlyMap<Key, Person>): PeopleBy<Key> {
  return {
    get: (key) => more.get(key) ?? many.get(key),
    has: (key) => more.has(key) || many.has(key),
    size: many.size + more.size,
  };
}
