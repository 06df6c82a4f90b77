import type { z } from 'zod';
import { type Addition, additions } from '../../../contract/additions/paths.ts';
import {
  type ImportedPerson,
  PeopleImported,
  type PersonChange,
} from '../../../contract/additions/people.ts';
import {
  FullSequence,
  FullSequences,
  type NewSequence,
  type SequenceChange,
  Starters,
} from '../../../contract/additions/sequences.ts';
import { Task, type TaskChange, TaskPage, type TaskQuery } from '../../../contract/additions/tasks.ts';
import type { ApiDescription } from '../client/api-description.ts';
import type { OnboardingClient } from '../client/client.ts';
import { Unreadable } from '../client/errors.ts';

/** How long the described endpoints are cached, and how long if there were none, in milliseconds. */
const holds = { some: 10 * 60_000, none: 60_000 };

/** Endpoints beyond the specification: our own service has all of them, others none. */
export type ServiceAdditions = ReturnType<typeof createAdditions>;

/** Client of the endpoints beyond the specification; a missing one is refused with 404. */
export function createAdditions(client: Pick<OnboardingClient, 'additional'>, description: ApiDescription) {
  let edits = 0;

  /** @throws OnboardingFailure if the service can't be asked */
  async function offered(): Promise<ReadonlySet<Addition>> {
    const age = description.additions().size > 0 ? holds.some : holds.none;
    return (description.recent(age) ?? (await description.read())).additions;
  }

  async function get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    return parsed(shape, await client.additional.get(path));
  }

  /** Counts the edit even if it failed: it may have taken effect. */
  async function editing<Result>(edit: Promise<Result>): Promise<Result> {
    return edit.finally(() => {
      edits += 1;
    });
  }

  async function post<Shape extends z.ZodType>(name: Addition, body: object, shape: Shape, key?: string) {
    return parsed(shape, await client.additional.post(additions[name], body, key));
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
      await client.additional.post(additions.person, change);
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
