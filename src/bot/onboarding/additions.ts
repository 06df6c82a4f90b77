import type { z } from 'zod';
import { pathsWithSafeRepeats } from '../../contract/description.ts';
import { type ImportedPerson, PeopleImported, type PersonChange } from '../../contract/employee.ts';
import { type Addition, additions, additionsIn } from '../../contract/paths.ts';
import {
  FullSequence,
  FullSequences,
  type NewSequence,
  type SequenceChange,
  Starters,
} from '../../contract/sequence.ts';
import { Task, type TaskChange, TaskPage, type TaskQuery } from '../../contract/task.ts';
import type { Log } from '../../log.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { OnboardingClient } from './client/client.ts';
import { NotConnected, Unreadable } from './client/errors.ts';
import { ageOf } from './directory/snapshot.ts';
import { shared } from './shared.ts';

interface Declared {
  from: string | undefined;
  readAt: number;
  /** Endpoints beyond the specification. */
  additions: ReadonlySet<Addition>;
  /** Paths on which a POST with the same `Idempotency-Key` may be repeated. */
  safeRepeats: ReadonlySet<string>;
}

/** How long a promise of safe repeats holds before a first attempt, in milliseconds; before a repeat it is read again. */
const promiseHolds = 60_000;

export type ApiDescription = ReturnType<typeof createApiDescription>;

/**
 * Declarations of the connected service's OpenAPI description, cached. Without a readable one, it declares nothing.
 */
export function createApiDescription(
  client: Pick<OnboardingClient, 'address' | 'description'>,
  now: () => number,
) {
  let last: Declared | undefined;

  function current() {
    return last?.from === client.address() ? last : undefined;
  }

  /** @throws OnboardingFailure if the service can't be asked */
  async function read(): Promise<Declared> {
    const from = client.address();
    const body = await client.description();
    const declared = { additions: additionsIn(body), safeRepeats: pathsWithSafeRepeats(body) };
    last = { ...declared, from, readAt: now() };
    return last;
  }

  /** @param age the oldest that counts, in milliseconds */
  function recent(age: number): Declared | undefined {
    const known = current();
    return known && ageOf(known, now()) < age ? known : undefined;
  }

  /** Additions as last read; empty before. */
  function additions(): ReadonlySet<Addition> {
    return current()?.additions ?? new Set();
  }

  return {
    read,
    /** Reads the description; promises no safe repeats for a while if that fails. */
    async readOrNone(): Promise<void> {
      await read().catch(() => {
        const known = { additions: additions(), safeRepeats: new Set<string>() };
        last = { ...known, from: client.address(), readAt: now() };
      });
    },
    recent,
    /** Paths whose repeats are safe; undefined if it has to be read first. */
    safeRepeats: () => recent(promiseHolds)?.safeRepeats,
    additions,
  };
}

/** How long the described endpoints are cached, and how long if there were none, in milliseconds. */
const holds = { some: 10 * 60_000, none: 60_000 };

/** Endpoints beyond the specification: our own service has all of them, others none. */
export type ServiceAdditions = ReturnType<typeof createAdditions>;

/** Client of the endpoints beyond the specification; a missing one is refused with 404. */
export function createAdditions(client: Pick<OnboardingClient, 'send'>, description: ApiDescription) {
  let edits = 0;

  /** @throws OnboardingFailure if the service can't be asked */
  async function offered(): Promise<ReadonlySet<Addition>> {
    const age = description.additions().size > 0 ? holds.some : holds.none;
    return (description.recent(age) ?? (await description.read())).additions;
  }

  async function get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    return parsed(shape, await client.send('GET', path));
  }

  /** Counts the edit even if it failed: it may have taken effect. */
  async function editing<Result>(edit: Promise<Result>): Promise<Result> {
    return edit.finally(() => {
      edits += 1;
    });
  }

  async function post<Shape extends z.ZodType>(name: Addition, body: object, shape: Shape, key?: string) {
    return parsed(shape, await client.send('POST', additions[name], body, key));
  }

  return {
    offered,
    known: description.additions,
    /** Whether the service has it; false if the service can't be asked. */
    has: async (name: Addition): Promise<boolean> => (await offered().catch(() => new Set())).has(name),
    sequences: () => get(additions.sequences, FullSequences),
    starters: () => get(additions.starters, Starters),
    /** Number of edits sent; sequences read before an edit are outdated. */
    edits: (): number => edits,
    addSequence: (sequence: NewSequence, key: string) =>
      editing(post('newSequence', sequence, FullSequence, key)),
    changeSequence: (change: SequenceChange) => editing(post('sequence', change, FullSequence)),
    importPeople: (people: readonly ImportedPerson[], { dryRun }: { dryRun: boolean }) =>
      post('people', { dry_run: dryRun, people }, PeopleImported),
    async changePerson(change: PersonChange): Promise<void> {
      await client.send('POST', additions.person, change);
    },
    tasks: (query: TaskQuery) => get(`${additions.tasks}${queryOf(query)}`, TaskPage),
    changeTask: (change: TaskChange) => post('task', change, Task),
  };
}

function parsed<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const { data, success } = shape.safeParse(body);
  if (!success) throw new Unreadable('it has another shape');
  return data;
}

function queryOf(query: TaskQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters}` : '';
}

const needed: readonly Addition[] = ['sequences', 'tasks', 'task'];

/** Age from which the list is read again, for a page and for an opening form, in milliseconds. */
const oldAfter = { page: 10_000, form: 60_000 };
/** How long a page waits for the list, in milliseconds, before it shows the earlier one. */
const patience = 400;

export interface ReadSequences {
  byId: ReadonlyMap<number, FullSequence>;
  readAt: number;
}

/** `unknown` before the first reading; `notOffered` if the service has no such list, or isn't known to. */
export type KnownSequences = ReadSequences | 'unknown' | 'notOffered';

export type SequenceTasks = ReturnType<typeof createSequenceTasks>;

interface CopyOptions {
  additions: Pick<ServiceAdditions, 'offered' | 'known' | 'sequences' | 'edits'>;
  address: () => string | undefined;
  clock: Clock;
  log: Log;
}

interface Copy extends ReadSequences {
  from: string | undefined;
  /** Number of edits sent before the reading began. */
  edits: number;
}

/** Cached tasks of the service's sequences, so that no form waits for the service. */
export function createSequenceTasks({ additions, address, clock, log }: CopyOptions) {
  let last: Copy | undefined;
  const now = () => clock.now().getTime();
  const isOffered = (names: ReadonlySet<Addition>) => needed.every((name) => names.has(name));

  /** Never shows another service's sequences. */
  function current(): Copy | undefined {
    return last?.from === address() ? last : undefined;
  }

  function known(): KnownSequences {
    if (!isOffered(additions.known())) return 'notOffered';
    return current() ?? 'unknown';
  }

  function isOld(age: number): boolean {
    const copy = current();
    return !copy || copy.edits !== additions.edits() || Math.abs(now() - copy.readAt) > age;
  }

  const read = shared(async () => {
    try {
      if (!isOffered(await additions.offered())) return;
      const [from, edits, readAt] = [address(), additions.edits(), now()];
      const byId = new Map((await additions.sequences()).map((sequence) => [sequence.id, sequence]));
      last = { from, edits, readAt, byId };
    } catch (err) {
      // The page says that nothing is known, or how old the list is.
      if (!(err instanceof NotConnected)) log.warn({ err }, 'the tasks of sequences cannot be read');
    }
  });

  return {
    /** Call when a form opens: reads the list in the background. */
    warm(): void {
      if (isOld(oldAfter.form)) void read();
    },
    /** Sequences known in time for a page. A missing id may be new, so the list is read again. */
    async lately(ids: readonly number[]): Promise<KnownSequences> {
      const isNew = !ids.every((id) => current()?.byId.has(id));
      if (isNew || isOld(oldAfter.page)) await within(clock, patience, read());
      return known();
    },
  };
}
