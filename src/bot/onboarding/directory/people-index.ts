import { setImmediate } from 'node:timers/promises';
import { domainOf, type MailDomains, mailDomainsOf } from './mail-domains.ts';
import { isNobody, type Person } from './person.ts';
import { type Entry, type Search, searchOver, toEntry } from './search.ts';

/** People by something that tells them apart. */
export type PeopleBy<Key> = Pick<ReadonlyMap<Key, Person>, 'get' | 'has' | 'size'>;

/** People, as they are looked up quickly. */
export interface PeopleIndex {
  people: PeopleBy<number>;
  peopleByEmail: PeopleBy<string>;
  mailDomains: MailDomains;
  /** How many of them are somebody. */
  count: number;
  /** The highest id among them; 0 without anybody. Ids count up. */
  highestId: number;
  /** Who was listed with a higher id than that: nobody's accounts are left out. */
  newerThan(id: number): readonly Person[];
  search: Search;
}

/** Indexes a list as it was read. Where nobody has changed, which is nearly always, the index before is kept. */
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

/** How many texts are made before others have a turn: a few milliseconds' worth. */
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

/** All but the search, and those whom it finds. */
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
