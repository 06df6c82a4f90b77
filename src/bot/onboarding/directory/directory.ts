import type { Sequence, SequenceKind } from '../../../contract/sequence.ts';
import type { Creates, OnboardingClient } from '../client/client.ts';
import { rememberOffboarding } from '../offboarding-offer.ts';
import { findKinds, type KindMemory, kindKey } from './find-kinds.ts';
import { createMade, type MadeSince } from './made-hires.ts';
import { indexPeople } from './people-index.ts';
import type { Person } from './person.ts';
import { seldom } from './seldom.ts';
import { ageOf, type KnownSequence, type Snapshot } from './snapshot.ts';

/** How often it is asked who was made, and the employees are read for somebody who is missing, in milliseconds. */
const catchUpEvery = 1_000;
const lookAgainEvery = 5_000;
/** By how much the clocks of two processes may differ, in milliseconds. */
const clocksDiffer = 2 * 60_000;

export type Directory = ReturnType<typeof createDirectory>;

interface DirectoryOptions {
  client: OnboardingClient;
  /** Milliseconds since the epoch. */
  now: () => number;
  kinds: KindMemory;
  madeSince: MadeSince;
  /** Called when App Home has something else to show of it: other sequences, more people, or another trouble. */
  onChange?: () => void;
}

/** The employees and sequences of the service, kept in memory so that no menu waits for the service. */
export function createDirectory({ client, now, kinds, madeSince, onChange }: DirectoryOptions) {
  const made = createMade(now);
  let last: Snapshot | undefined;
  /** The sequences whose kinds the service didn't tell when asked, by `kindKey`. */
  let untold: ReadonlySet<string> = new Set();
  let trouble: Error | undefined;
  let underWay: Promise<void> | undefined;
  const offboarding = rememberOffboarding(client, now);
  /**
   * The number of the reading whose list is shown, and of the last one that began: a clock can be put back. Those up to
   * `outdated` are of what was connected before.
   */
  const readings = { shown: 0, begun: 0, outdated: 0 };
  const readPeople = shared(async () => {
    const reading = begin();
    const people = await client.employees();
    const index = await indexPeople(people, last);
    const before = known();
    if (before) show(reading, { ...before, readAt: now(), ...index });
    return people;
  });

  /** Nobody is offered what was read from another service. */
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

  /** A list that was asked for earlier than the one that is shown is older, whenever it came. */
  function show(reading: Reading, next: Snapshot): void {
    if (isOutdated(reading)) return;
    const before = known();
    if (reading.number < readings.shown && before) {
      last = { ...before, sequences: next.sequences };
      return;
    }
    readings.shown = reading.number;
    last = next;
    // Whoever was made before it was asked for stands in it, or is gone.
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

  /** One after the other: a real deployment answers one request at a time. */
  async function readAll(reading: Reading): Promise<void> {
    const people = await client.employees();
    const listed = (await client.sequences()).map(shown);
    const kindOf = await kinds.known();
    const sequences = listed.map((one) => ({ ...one, kind: one.kind ?? kindOf.get(kindKey(one)) ?? null }));
    const index = await indexPeople(people, last);
    if (isOutdated(reading)) return;
    const { description = {}, creates = 'hires' } = known() ?? {};
    // Menus work from here on; what follows makes them better.
    show(reading, { from: client.address(), readAt: now(), ...index, sequences, description, creates });
    trouble = undefined;
    await describe(reading);
    await offboarding.ask();
    await findKinds(sequences, { client, learn, isOver: () => isOutdated(reading) });
    if (!isOutdated(reading)) untold = new Set(withoutKind().map(kindKey));
  }

  async function describe(reading: Reading): Promise<void> {
    const description = await client.describe().catch(() => ({}));
    const told = Object.keys(description).length > 0;
    const creates = told ? 'hires' : await client.creates().catch((): Creates => 'hires');
    if (last && !isOutdated(reading)) last = { ...last, description, creates };
  }

  async function learn(sequence: KnownSequence, kind: SequenceKind): Promise<void> {
    await kinds.remember(sequence, kind);
    const before = known();
    if (!before) return;
    const replaced = before.sequences.map((one) => (one.id === sequence.id ? { ...one, kind } : one));
    last = { ...before, sequences: replaced };
  }

  /** Reads everything again; failures are kept for `trouble` and never thrown. Concurrent calls share one reading. */
  function refresh(): Promise<void> {
    if (underWay) return underWay;
    const reading = read().finally(() => {
      if (underWay === reading) underWay = undefined;
    });
    underWay = reading;
    return reading;
  }

  /** Takes up who was made by other processes; asks once a second at the most, and never throws. */
  const catchUp = seldom(now, catchUpEvery, async () => {
    const snapshot = known();
    if (!snapshot) return;
    const { people, withoutId } = await madeSince(new Date(Math.min(snapshot.readAt, now()) - clocksDiffer));
    made.add(people);
    if (withoutId.some((email) => !known()?.peopleByEmail.has(email))) void lookAgain();
  });
  /** Reads the employees again because somebody was not found; once in a few seconds at the most, and never throws. */
  const lookAgain = seldom(now, lookAgainEvery, readPeople);

  return {
    /** What menus are filled from, or undefined until the service was read once. Never waits. */
    current(): Snapshot | undefined {
      const snapshot = known();
      return snapshot && made.over(snapshot);
    },
    /** The sequences that somebody has to sort, since the service doesn't tell their kinds. */
    unsorted: () => withoutKind().filter((one) => untold.has(kindKey(one))),
    /** The same as it was read from the service, without anybody who was made since. */
    asRead: known,
    /** Somebody was made: from now on they are known, also before the list is read again. */
    add: (person: Person) => made.add([person]),
    catchUp,
    lookAgain,
    /** What went wrong with the newest refresh; undefined after a good one. */
    trouble: () => trouble,
    refresh,
    /** Reads everything once more, in a reading that begins now or later; never throws. */
    readAgain: shared(read),
    /** Another service may be connected, or another token: what is being read with the one before counts no more. */
    readAnew(): Promise<void> {
      readings.outdated = readings.begun;
      underWay = undefined;
      return refresh();
    },
    /** Starts a refresh in the background when what is known is older than `age` milliseconds. */
    refreshIfOlder(age: number): void {
      const snapshot = known();
      if (!snapshot || ageOf(snapshot, now()) > age) void refresh();
    },
    /** Whether the service is known to have no offboarding. False where that is not known, or not any more. */
    lacksOffboarding: offboarding.isLacking,
    /**
     * Looks an address up among the employees as they are now, past the memory. `tellsAddresses` is false when the
     * service lists people without them: then nobody can be found by one. @throws OnboardingFailure
     */
    async lookUp(email: string) {
      const people = [...(await readPeople()).values()];
      const person = people.find((candidate) => candidate.email === email.trim().toLowerCase());
      return { person, tellsAddresses: people.length === 0 || people.some((one) => one.email !== '') };
    },
  };
}

/** One reading of the list, by its number, and when it was asked for: milliseconds since the epoch. */
interface Reading {
  number: number;
  at: number;
}

/** What App Home shows of all that: as text, since most readings bring nothing new. */
function seenOf(snapshot: Snapshot | undefined, trouble: Error | undefined): string {
  return JSON.stringify([snapshot?.from, snapshot?.sequences, snapshot?.count, trouble?.message]);
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
