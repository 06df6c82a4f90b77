import type { Sequence, SequenceKind } from '../../../contract/sequence.ts';
import type { Creates, OnboardingClient } from '../client/client.ts';
import { OnboardingFailure } from '../client/errors.ts';
import { rememberOffboarding } from '../offboarding-offer.ts';
import { createMade, type MadeSince } from './made-hires.ts';
import { indexPeople } from './people-index.ts';
import type { Person } from './person.ts';
import { seldom } from './seldom.ts';
import { ageOf, type KnownSequence, type Snapshot } from './snapshot.ts';

/** What was found out about sequences before, so that it is asked once and not at each start. */
export interface KindMemory {
  /** By `kindKey`. */
  known(): Promise<ReadonlyMap<string, SequenceKind>>;
  remember(sequence: { id: number; name: string }, kind: SequenceKind): Promise<void>;
}

/** A sequence that gets another name may be another one: then it is asked again. */
export function kindKey({ id, name }: { id: number; name: string }): string {
  return `${id} ${name}`;
}

/** How often it is asked who was made, and the employees are read for somebody who is missing, in milliseconds. */
const catchUpEvery = 1_000;
const lookAgainEvery = 5_000;
/** By how much the clocks of two processes may differ, in milliseconds. */
const clocksDiffer = 2 * 60_000;

export type Directory = ReturnType<typeof createDirectory>;

/** The employees and sequences of the service, kept in memory so that no menu waits for the service. */
export function createDirectory(
  client: OnboardingClient,
  now: () => number,
  kinds: KindMemory,
  madeSince: MadeSince,
) {
  const made = createMade(now);
  let snapshot: Snapshot | undefined;
  let trouble: Error | undefined;
  let underWay: Promise<void> | undefined;
  const offboarding = rememberOffboarding(client, now);
  /** The number of the reading whose list is shown, and of the last one that began: a clock can be put back. */
  const readings = { shown: 0, begun: 0 };
  const readPeople = shared(async () => {
    const reading = begin();
    const people = await client.employees();
    const index = await indexPeople(people, snapshot);
    if (snapshot) show(reading, { ...snapshot, readAt: now(), ...index });
    return people;
  });

  function begin(): { number: number; at: number } {
    readings.begun += 1;
    return { number: readings.begun, at: now() };
  }

  /** A list that was asked for earlier than the one that is shown is older, whenever it came. */
  function show({ number, at }: ReturnType<typeof begin>, next: Snapshot): void {
    if (number < readings.shown && snapshot) {
      snapshot = { ...snapshot, sequences: next.sequences };
      return;
    }
    readings.shown = number;
    snapshot = next;
    // Whoever was made before it was asked for stands in it, or is gone.
    made.listed(at);
  }

  /** One after the other: a real deployment answers one request at a time. */
  async function read(): Promise<void> {
    try {
      const reading = begin();
      const people = await client.employees();
      const listed = (await client.sequences()).map(shown);
      const known = await kinds.known();
      const sequences = listed.map((one) => ({ ...one, kind: one.kind ?? known.get(kindKey(one)) ?? null }));
      const index = await indexPeople(people, snapshot);
      const { description = {}, creates = 'hires' } = snapshot ?? {};
      // Menus work from here on; what follows makes them better.
      show(reading, { readAt: now(), ...index, sequences, description, creates });
      trouble = undefined;
      await describe();
      await offboarding.ask();
      await findOutKinds();
    } catch (error) {
      trouble = error instanceof Error ? error : new Error(String(error));
    }
  }

  async function describe(): Promise<void> {
    const description = await client.describe().catch(() => ({}));
    const told = Object.keys(description).length > 0;
    const creates = told ? 'hires' : await client.creates().catch((): Creates => 'hires');
    if (snapshot) snapshot = { ...snapshot, description, creates };
  }

  /** Asks for each sequence whose kind is not known, two at a time, until the service shows that it does not tell. */
  async function findOutKinds(): Promise<void> {
    const unknown = (snapshot?.sequences ?? []).filter(({ kind }) => kind === null).values();
    let isTold = true;
    async function askForNext(): Promise<void> {
      for (const sequence of unknown) {
        const kind = isTold ? await askKind(client, sequence.id) : null;
        isTold &&= kind !== null;
        if (kind === null) return;
        await learn(sequence, kind);
      }
    }
    await Promise.all([askForNext(), askForNext()]);
  }

  async function learn(sequence: KnownSequence, kind: SequenceKind): Promise<void> {
    await kinds.remember(sequence, kind);
    if (!snapshot) return;
    const replaced = snapshot.sequences.map((one) => (one.id === sequence.id ? { ...one, kind } : one));
    snapshot = { ...snapshot, sequences: replaced };
  }

  /** Reads everything again; failures are kept for `trouble` and never thrown. Concurrent calls share one reading. */
  function refresh(): Promise<void> {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  /** Takes up who was made by other processes; asks once a second at the most, and never throws. */
  const catchUp = seldom(now, catchUpEvery, async () => {
    if (!snapshot) return;
    const { people, withoutId } = await madeSince(new Date(Math.min(snapshot.readAt, now()) - clocksDiffer));
    made.add(people);
    if (withoutId.some((email) => !snapshot?.peopleByEmail.has(email))) void lookAgain();
  });
  /** Reads the employees again because somebody was not found; once in a few seconds at the most, and never throws. */
  const lookAgain = seldom(now, lookAgainEvery, readPeople);

  return {
    /** What menus are filled from, or undefined until the service was read once. Never waits. */
    current: () => snapshot && made.over(snapshot),
    /** The same as it was read from the service, without anybody who was made since. */
    asRead: () => snapshot,
    /** Somebody was made: from now on they are known, also before the list is read again. */
    add: (person: Person) => made.add([person]),
    catchUp,
    lookAgain,
    /** What went wrong with the newest refresh; undefined after a good one. */
    trouble: () => trouble,
    refresh,
    /** Starts a refresh in the background when what is known is older than `age` milliseconds. */
    refreshIfOlder(age: number): void {
      if (!snapshot || ageOf(snapshot, now()) > age) void refresh();
    },
    /** Whether the service is known to have no offboarding. False where that is not known, or not any more. */
    lacksOffboarding: offboarding.isLacking,
    /**
     * Looks an address up among the employees as they are now, past the memory. `tellsAddresses` is false when the
     * service lists people without them: then nobody can be found by one. @throws OnboardingFailure
     */
    async lookUp(email: string) {
      const people = await readPeople();
      const person = people.find((candidate) => candidate.email === email.trim().toLowerCase());
      return { person, tellsAddresses: people.length === 0 || people.some((one) => one.email !== '') };
    },
  };
}

/**
 * Shares a reading among all who asked before it began. Who asks while one is under way gets the next one:
 * that one may have begun before what they want to see.
 */
function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    const reading = read().finally(() => {
      if (underWay === reading) underWay = undefined;
    });
    underWay = reading;
    return reading;
  }

  return () => {
    if (!underWay) return begin();
    const ended = underWay.catch(() => {});
    next ??= ended.then(() => {
      next = undefined;
      return begin();
    });
    return next;
  };
}

function shown({ id, name, kind }: Sequence): KnownSequence {
  return { id, name: name?.trim() || `Sequence ${id}`, kind: kind ?? null };
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
