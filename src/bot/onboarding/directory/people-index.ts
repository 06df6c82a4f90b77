import { setTimeout } from 'node:timers/promises';
import { domainOf, type MailDomains, mailDomainsOf } from './mail-domains.ts';
import { isNobody, type Person } from './person.ts';
import { prepareSearch, type Search } from './search.ts';
import { inTurns, type Steps } from './steps.ts';

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

/** How long the search of the first list waits for whatever else there is to do at a start, in milliseconds. */
const afterTheStart = 100;

/**
 * Makes it step by step. Where nobody has changed, which is nearly always, what was there is kept. Where there was nothing
 * nobody waits for the search: it is made a little later, or by the first query.
 */
export async function indexPeople(
  listed: ReadonlyMap<number, Person>,
  before: PeopleIndex | undefined,
): Promise<PeopleIndex> {
  if (before && (await inTurns(comparing(listed, before.people)))) {
    const { people, peopleByEmail, mailDomains, count, highestId, newerThan, search } = before;
    return { people, peopleByEmail, mailDomains, count, highestId, newerThan, search };
  }
  const { offered, ...known } = await inTurns(mapping(listed));
  const { search, prepare } = prepareSearch(offered);
  if (before) await prepare();
  else void setTimeout(afterTheStart, undefined, { ref: false }).then(prepare);
  return { ...known, search };
}

/** How many people one step looks at. */
const stepSize = 1_000;

function* comparing(listed: ReadonlyMap<number, Person>, people: PeopleIndex['people']): Steps<boolean> {
  if (listed.size !== people.size) return false;
  let looked = 0;
  for (const person of listed.values()) {
    if (!isSame(person, people.get(person.id))) return false;
    looked += 1;
    if (looked % stepSize === 0) yield;
  }
  return true;
}

function isSame(person: Person, known: Person | undefined): boolean {
  if (person === known) return true;
  return known?.name === person.name && known.email === person.email && known.role === person.role;
}

/** All but the search, and those whom it finds. */
type Mapped = Omit<PeopleIndex, 'search'> & { offered: readonly Person[] };

function* mapping(people: ReadonlyMap<number, Person>): Steps<Mapped> {
  const peopleByEmail = new Map<string, Person>();
  const domains = new Map<string, number>();
  const offered: Person[] = [];
  let highestId = 0;
  let looked = 0;
  for (const person of people.values()) {
    if (!isNobody(person)) offered.push(person);
    if (person.email) {
      peopleByEmail.set(person.email, person);
      const domain = domainOf(person.email);
      domains.set(domain, (domains.get(domain) ?? 0) + 1);
    }
    highestId = Math.max(highestId, person.id);
    looked += 1;
    if (looked % stepSize === 0) yield;
  }
  const newerThan = (id: number) =>
    id >= highestId ? [] : [...people.values()].filter((one) => one.id > id && !isNobody(one));
  const mailDomains = mailDomainsOf(domains);
  return { people, peopleByEmail, mailDomains, count: offered.length, highestId, newerThan, offered };
}
