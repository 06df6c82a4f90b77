import { LRUCache } from 'lru-cache';
import type { PeopleBy } from './people-index.ts';
import { isNobody, type Person } from './person.ts';
import { createSearch } from './search.ts';
import type { Snapshot } from './snapshot.ts';

/** Hires that were made by any process, as the ledger says. */
export interface MadeHires {
  people: Person[];
  /** Somebody was made whose id nobody was told, by address: only the service's list has it. */
  withoutId: string[];
}

/** Asks for the hires made since an instant. */
export type MadeSince = (since: Date) => Promise<MadeHires>;

/** The most that are kept beside the list: it is read every few minutes. */
const most = 1_000;

/** Who was made since the list was read that menus are filled from: they are in the menus at once. */
export function createMade(now: () => number) {
  const made = new LRUCache<number, { person: Person; at: number }>({ max: most });
  let shown: { of: Snapshot; with: Snapshot } | undefined;

  return {
    add(people: readonly Person[]): void {
      for (const person of people) if (!made.has(person.id)) made.set(person.id, { person, at: now() });
      shown = undefined;
    },
    /** A list that was asked for at `began` has everybody who was made before, or they are gone. */
    listed(began: number): void {
      for (const [id, { at }] of made.entries()) if (at < began) made.delete(id);
      shown = undefined;
    },
    /** The same with those who are not in it yet. */
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
    // Whoever was made a moment ago is who is looked for.
    search: (query, limit) => [...searchMissing(query, limit), ...search(query, limit)].slice(0, limit),
  };
}

/** Some people besides many, who are not copied for it. */
function withMore<Key>(many: PeopleBy<Key>, more: ReadonlyMap<Key, Person>): PeopleBy<Key> {
  return {
    get: (key) => more.get(key) ?? many.get(key),
    has: (key) => more.has(key) || many.has(key),
    size: many.size + more.size,
  };
}
