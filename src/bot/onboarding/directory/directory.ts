import type { Sequence, SequenceKind } from '../../../contract/sequence.ts';
import type { Log } from '../../../log.ts';
import { type Clock, type Repeating, remembered, repeat } from '../../../time/clock.ts';
import type { OnboardingClient } from '../client/client.ts';
import { OnboardingFailure } from '../client/errors.ts';
import { shared } from '../shared.ts';
import { ageOf, createMade, indexPeople, type KnownSequence, type Snapshot } from './snapshot.ts';

export interface KindMemory {
  /** By `kindKey`. */
  known(): Promise<ReadonlyMap<string, SequenceKind>>;
  remember(sequence: { id: number; name: string }, kind: SequenceKind): Promise<void>;
}

/** Cache key of a sequence's kind. A renamed sequence may be another one, so it is asked for again. */
export function kindKey({ id, name }: { id: number; name: string }): string {
  return `${id} ${name}`;
}

/** People, and sequences with their kinds as far as known. @throws OnboardingFailure */
export async function readLists(client: OnboardingClient, kinds: Pick<KindMemory, 'known'>) {
  const people = await client.employees();
  const listed = (await client.sequences()).map(shown);
  const kindOf = await kinds.known();
  const sequences = listed.map((one) => ({ ...one, kind: one.kind ?? kindOf.get(kindKey(one)) ?? null }));
  return { people, sequences };
}

async function askKind(client: OnboardingClient, id: number): Promise<SequenceKind | null> {
  try {
    return (await client.isOffboardingSequence(id)) ? 'offboarding' : 'onboarding';
  } catch (error) {
    if (error instanceof OnboardingFailure) return null;
    throw error;
  }
}

/** Limits of rereading the employees for a missing person, in milliseconds: somebody may be waiting. */
const lookingAgain = { freshFor: 5_000, patience: 1_000, givenUpAfter: Number.POSITIVE_INFINITY };

/**
 * How long a lack of offboarding is believed, in milliseconds: two readings. The service can be updated at any time.
 */
const countsFor = 10 * 60_000;

const nothingSaid = { description: {}, creates: 'hires', lacksOffboarding: false } as const;

export type Directory = ReturnType<typeof createDirectory>;

interface DirectoryOptions {
  client: OnboardingClient;
  clock: Clock;
  kinds: KindMemory;
  /** Called when App Home has to be updated: other sequences, more people, or another trouble. */
  onChange?: () => void;
}

/** Keeps the service's employees and sequences in memory, so that no menu waits for the service. */
export function createDirectory({ client, clock, kinds, onChange }: DirectoryOptions) {
  const now = () => clock.now().getTime();
  const made = createMade(now);
  let last: Snapshot | undefined;
  let untold: ReadonlySet<string> = new Set();
  let trouble: Error | undefined;
  let underWay: Promise<void> | undefined;
  /**
   * Numbers of readings: the one shown and the last begun, as a clock can be set back. Those up to `outdated` are of
   * the former connection.
   */
  const readings = { shown: 0, begun: 0, outdated: 0 };
  const readPeople = shared(async () => {
    const reading = begin();
    const people = await client.employees();
    const index = await indexPeople(people);
    const before = known();
    if (before) show(reading, { ...before, readAt: now(), ...index });
    return people;
  });

  /** Never offers another service's lists. */
  function known(): Snapshot | undefined {
    return last?.from === client.address() ? last : undefined;
  }

  function withoutKind(): KnownSequence[] {
    return known()?.sequences.filter(({ kind }) => kind === null) ?? [];
  }

  function begin(): Reading {
    readings.begun += 1;
    return { number: readings.begun, at: now() };
  }

  function isOutdated({ number }: Reading): boolean {
    return number <= readings.outdated;
  }

  /** Stores a reading. A list requested before the shown one is older, whenever it arrives. */
  function show(reading: Reading, next: Snapshot): void {
    if (isOutdated(reading)) return;
    const before = known();
    if (reading.number < readings.shown && before) {
      last = { ...before, sequences: next.sequences };
      return;
    }
    readings.shown = reading.number;
    last = next;
    // Hires created before the request are in the list, or deleted.
    made.listed(reading.at);
  }

  async function read(): Promise<void> {
    const before = seenOf(known(), trouble);
    const reading = begin();
    try {
      await readAll(reading);
    } catch (error) {
      if (!isOutdated(reading)) trouble = error instanceof Error ? error : new Error(String(error));
    }
    if (seenOf(known(), trouble) !== before) onChange?.();
  }

  async function readAll(reading: Reading): Promise<void> {
    const { people, sequences } = await readLists(client, kinds);
    const index = await indexPeople(people);
    if (isOutdated(reading)) return;
    show(reading, { ...nothingSaid, ...known(), ...index, from: client.address(), readAt: now(), sequences });
    trouble = undefined;
    await describe(reading);
    await findKinds(sequences, reading);
    if (!isOutdated(reading)) untold = new Set(withoutKind().map(kindKey));
  }

  async function describe(reading: Reading): Promise<void> {
    const description = await client.describe().catch(() => ({}));
    const has = await client.endpoints().catch(() => undefined);
    const lacksOffboarding = has !== undefined && !has.offboarding && (has.users || has.newHires);
    const said = { description, creates: has ? client.creates(has) : 'hires', lacksOffboarding } as const;
    if (last && !isOutdated(reading)) last = { ...last, ...said };
  }

  /** Asks for each unknown kind, until the service shows that it doesn't reveal them. */
  async function findKinds(sequences: readonly KnownSequence[], reading: Reading): Promise<void> {
    for (const sequence of sequences.filter((one) => one.kind === null)) {
      const kind = await askKind(client, sequence.id);
      if (kind === null || isOutdated(reading)) return;
      await learn(sequence, kind);
    }
  }

  async function learn(sequence: KnownSequence, kind: SequenceKind): Promise<void> {
    await kinds.remember(sequence, kind);
    const before = known();
    if (!before) return;
    const replaced = before.sequences.map((one) => (one.id === sequence.id ? { ...one, kind } : one));
    last = { ...before, sequences: replaced };
  }

  /** Reads everything again. Failures go to `trouble` and are never thrown. Concurrent calls share a reading. */
  function refresh(): Promise<void> {
    if (underWay) return underWay;
    const reading = read().finally(() => {
      if (underWay === reading) underWay = undefined;
    });
    underWay = reading;
    return reading;
  }

  return {
    /** Snapshot for menus; undefined before the first reading. Never waits. */
    current(): Snapshot | undefined {
      const snapshot = known();
      return snapshot && made.over(snapshot);
    },
    /** Sequences that people have to sort, since the service doesn't reveal their kinds. */
    unsorted: () => withoutKind().filter((one) => untold.has(kindKey(one))),
    /** Snapshot without hires created since. */
    asRead: known,
    /** Adds a hire that was created a moment ago. */
    add: made.add,
    /** Rereads the employees for a missing person, at most once in a few seconds; waits a second, never throws. */
    lookAgain: remembered(readPeople, { ...lookingAgain, clock, onError: () => {} }),
    trouble: () => trouble,
    refresh,
    /** Reads everything in a reading that begins now or later; never throws. */
    readAgain: shared(read),
    /** Call after the connection changed: drops readings under way and starts a new one. */
    readAnew(): Promise<void> {
      readings.outdated = readings.begun;
      underWay = undefined;
      return refresh();
    },
    refreshIfOlder(age: number): void {
      const snapshot = known();
      if (!snapshot || ageOf(snapshot, now()) > age) void refresh();
    },
    /** Whether the service lacks offboarding, as ChiefOnboarding before 2.4.1. */
    lacksOffboarding(): boolean {
      const snapshot = known();
      return snapshot?.lacksOffboarding === true && ageOf(snapshot, now()) <= countsFor;
    },
    /** Looks an address up in a fresh list. `tellsAddresses` is false if the service lists people without addresses. */
    async lookUp(email: string) {
      const people = [...(await readPeople()).values()];
      const person = people.find((candidate) => candidate.email === email.trim().toLowerCase());
      return { person, tellsAddresses: people.length === 0 || people.some((one) => one.email !== '') };
    },
  };
}

interface Reading {
  number: number;
  at: number;
}

function seenOf(snapshot: Snapshot | undefined, trouble: Error | undefined): string {
  return JSON.stringify([snapshot?.from, snapshot?.sequences, snapshot?.count, trouble?.message]);
}

function shown({ id, name, kind }: Sequence): KnownSequence {
  return { id, name: name?.trim() || `Sequence ${id}`, kind: kind ?? null };
}

/** Reading interval, in milliseconds; after a failure the first retry comes soon, then the pause doubles. */
const every = 5 * 60_000;
const afterFailure = 15_000;

export function pollDirectory(directory: Directory, clock: Clock, log: Log): Repeating {
  let failures = 0;
  const onError = (err: unknown) => log.error({ err }, 'the employees cannot be read');

  async function turn(): Promise<void> {
    const before = directory.trouble();
    await directory.refresh();
    const trouble = directory.trouble();
    if (trouble && trouble.message !== before?.message)
      log.warn({ err: trouble }, 'the employees cannot be read');
    failures = trouble ? failures + 1 : 0;
  }

  return repeat({
    clock,
    every: () => (failures > 0 ? Math.min(afterFailure * 2 ** (failures - 1), every) : every),
    turn,
    onError,
  });
}
