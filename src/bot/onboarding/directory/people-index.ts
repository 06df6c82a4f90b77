import { setImmediate } from 'node:timers/promises';
import { closestMatch } from 'leven';
import { isNobody, type Person } from './person.ts';
import { type Entry, type Search, searchOver, toEntry } from './search.ts';

export type PeopleBy<Key> = Pick<ReadonlyMap<Key, Person>, 'get' | 'has' | 'size'>;

export interface PeopleIndex {
  people: PeopleBy<number>;
  peopleByEmail: PeopleBy<string>;
  mailDomains: MailDomains;
  count: number;
  highestId: number;
  /** People with a higher id, without program accounts. */
  newerThan(id: number): readonly Person[];
  search: Search;
}

export async function indexPeople(
  listed: ReadonlyMap<number, Person>,
  before: PeopleIndex | undefined,
): Promise<PeopleIndex> {
  if (before && areSame(listed, before.people)) {
    const { people, peopleByEmail, mailDomains, count, highestId, newerThan, search } = before;
    return { people, peopleByEmail, mailDomains, count, highestId, newerThan, search };
  }
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

function areSame(listed: ReadonlyMap<number, Person>, people: PeopleIndex['people']): boolean {
  if (listed.size !== people.size) return false;
  return [...listed.values()].every((person) => isSame(person, people.get(person.id)));
}

function isSame(person: Person, known: Person | undefined): boolean {
  if (person === known) return true;
  return known?.name === person.name && known.email === person.email && known.role === person.role;
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
