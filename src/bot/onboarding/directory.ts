import type { ServiceDescription } from '../../contract/description.ts';
import type { Sequence, SequenceKind } from '../../contract/sequence.ts';
import type { OnboardingClient } from './client.ts';
import { OnboardingFailure } from './errors.ts';
import { type Person, toPerson } from './person.ts';
import { createSearch, type Search } from './search.ts';

/** A sequence as menus show it; `kind` is null where it could not be found out. */
export interface KnownSequence {
  id: number;
  name: string;
  kind: SequenceKind | null;
}

/** What is known of the service, at one moment. Replaced as a whole by each refresh. */
export interface Snapshot {
  /** When it was read, milliseconds since the epoch. */
  readAt: number;
  people: ReadonlyMap<number, Person>;
  peopleByEmail: ReadonlyMap<string, Person>;
  search: Search;
  sequences: readonly KnownSequence[];
  description: ServiceDescription;
}

export interface Directory {
  /** What menus are filled from, or undefined until the service was read once. Never waits. */
  current(): Snapshot | undefined;
  /** What went wrong with the newest refresh; undefined after a good one. */
  trouble(): Error | undefined;
  /** Reads everything again; failures are kept for `trouble` and never thrown. Concurrent calls share one reading. */
  refresh(): Promise<void>;
  /** Starts a refresh in the background when what is known is older than `age` milliseconds. */
  refreshIfOlder(age: number): void;
  /** Looks an address up among the employees as they are now, past the memory. @throws OnboardingFailure */
  lookUp(email: string): Promise<Person | undefined>;
}

/** The employees and sequences of the service, kept in memory so that no menu waits for the service. */
export function createDirectory(client: OnboardingClient, now: () => number): Directory {
  let snapshot: Snapshot | undefined;
  let trouble: Error | undefined;
  let underWay: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      // One after the other: a real deployment answers one request at a time.
      const people = (await client.employees()).map(toPerson);
      const sequences = await withKinds(client, await client.sequences(), snapshot?.sequences ?? []);
      const description = await client.describe().catch(() => ({}));
      snapshot = { readAt: now(), ...indexed(people), sequences, description };
      trouble = undefined;
    } catch (error) {
      trouble = error instanceof Error ? error : new Error(String(error));
    }
  }

  function refresh(): Promise<void> {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    current: () => snapshot,
    trouble: () => trouble,
    refresh,
    refreshIfOlder(age) {
      if (!snapshot || now() - snapshot.readAt > age) void refresh();
    },
    async lookUp(email) {
      const people = (await client.employees()).map(toPerson);
      if (snapshot) snapshot = { ...snapshot, readAt: now(), ...indexed(people) };
      return people.find((person) => person.email === email.trim().toLowerCase());
    },
  };
}

function indexed(list: readonly Person[]) {
  return {
    people: new Map(list.map((person) => [person.id, person])),
    peopleByEmail: new Map(list.filter(({ email }) => email).map((person) => [person.email, person])),
    search: createSearch(list),
  };
}

/** The kind from the record; else as found out before under the same name; else by asking. */
async function withKinds(
  client: OnboardingClient,
  sequences: readonly Sequence[],
  before: readonly KnownSequence[],
): Promise<KnownSequence[]> {
  const known = new Map(before.map((sequence) => [`${sequence.id} ${sequence.name}`, sequence.kind]));
  const result: KnownSequence[] = [];
  for (const { id, name, kind } of sequences) {
    const shown = name?.trim() || `Sequence ${id}`;
    result.push({
      id,
      name: shown,
      kind: kind ?? known.get(`${id} ${shown}`) ?? (await askKind(client, id)),
    });
  }
  return result;
}

/** Null where the service does not tell, e.g. because it is too old to have offboarding. */
async function askKind(client: OnboardingClient, id: number): Promise<SequenceKind | null> {
  try {
    return (await client.isOffboardingSequence(id)) ? 'offboarding' : 'onboarding';
  } catch (error) {
    if (error instanceof OnboardingFailure) return null;
    throw error;
  }
}
