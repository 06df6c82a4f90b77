import { LRUCache } from 'lru-cache';
import { isNobody, type Person } from './person.ts';
import { createSearch, type PeopleBy, type Snapshot } from './snapshot.ts';

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
