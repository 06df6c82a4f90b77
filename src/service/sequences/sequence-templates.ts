import type { Selectable } from 'kysely';
import type { FullSequence, SequenceTask } from '../../contract/additions/sequences.ts';
import type { SequenceKind } from '../../contract/sequence.ts';
import { chunks, isId, type Queries, type SequenceTaskRow } from '../storage/tables.ts';

/** A sequence with the tasks that assigning it creates. */
export interface Template {
  id: number;
  kind: SequenceKind;
  version: number;
  /** No longer assigned; people who have it keep it. */
  isArchived: boolean;
  tasks: Task[];
}

type Task = Selectable<SequenceTaskRow>;

/** Null when one is unknown or repeated, both of which the API refuses. */
export async function findTemplates(queries: Queries, ids: number[]): Promise<Template[] | null> {
  if (new Set(ids).size !== ids.length || !ids.every(isId)) return null;
  const found: Template[] = [];
  for (const some of chunks(ids)) found.push(...(await readTemplates(queries, some)));
  return found.length === ids.length ? found.map((template) => inVersion(template, template.version)) : null;
}

/**
 * Reads sequences as people have them: those with open tasks keep their plan, even when their last day moves
 * after the change of a sequence; anyone else gets the current version.
 */
export async function templatesFor(queries: Queries, people: readonly number[], ids: readonly number[]) {
  if (ids.length === 0) return () => undefined;
  const templates = new Map((await readTemplates(queries, ids)).map((template) => [template.id, template]));
  const held = await heldBy(queries, people, ids);
  const versions = new Map(held.map((row) => [`${row.person_id} ${row.sequence_id}`, row.version]));
  return (person: number, id: number): Template | undefined => {
    const template = templates.get(id);
    return template && inVersion(template, versions.get(`${person} ${id}`) ?? template.version);
  };
}

function inVersion(template: Template, version: number): Template {
  const tasks = template.tasks.filter(
    ({ added_in, retired_in }) => added_in <= version && (retired_in === null || retired_in > version),
  );
  return { ...template, version, tasks };
}

/** With the tasks of all versions. */
async function readTemplates(queries: Queries, ids: readonly number[]): Promise<Template[]> {
  const rows = await queries
    .selectFrom('sequences')
    .select(['id', 'kind', 'version', 'archived'])
    .where('id', 'in', ids)
    .execute();
  const tasks = await queries
    .selectFrom('sequence_tasks')
    .selectAll()
    .where('sequence_id', 'in', ids)
    .orderBy('id')
    .execute();
  const bySequence = Map.groupBy(tasks, (task) => task.sequence_id);
  return rows.map(({ archived, ...row }) => ({
    ...row,
    isArchived: archived === 1,
    tasks: bySequence.get(row.id) ?? [],
  }));
}

function heldBy(queries: Queries, people: readonly number[], sequences: readonly number[]) {
  return queries
    .selectFrom('assignments')
    .select(['assignments.person_id', 'assignments.sequence_id', 'version'])
    .where('person_id', 'in', people)
    .where('sequence_id', 'in', sequences)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('timeline_tasks')
          .select('timeline_tasks.id')
          .whereRef('timeline_tasks.person_id', '=', 'assignments.person_id')
          .whereRef('timeline_tasks.sequence_id', '=', 'assignments.sequence_id')
          .where('done_at', 'is', null),
      ),
    )
    .execute();
}

export async function readFullSequences(queries: Queries, id?: number): Promise<FullSequence[]> {
  const sequences = await queries
    .selectFrom('sequences')
    .select(['id', 'version', 'name', 'kind', 'archived'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute();
  const tasks = await readTasks(queries, id);
  const used = await peopleBySequence(queries, id);
  return sequences.map(({ archived, ...row }) => ({
    ...row,
    archived: archived === 1,
    in_use: used.get(row.id) ?? 0,
    tasks: tasks.get(row.id) ?? [],
  }));
}

/** Tasks by sequence, earliest first. A task of a removed person becomes HR's. */
async function readTasks(queries: Queries, id?: number): Promise<Map<number, SequenceTask[]>> {
  const rows = await queries
    .selectFrom('sequence_tasks')
    .select(['sequence_id', 'day', 'owner', 'person_id', 'text'])
    .where('retired_in', 'is', null)
    .$if(id !== undefined, (query) => query.where('sequence_id', '=', id ?? 0))
    .orderBy('day')
    .orderBy('id')
    .execute();
  const tasks = new Map<number, SequenceTask[]>();
  for (const { sequence_id, owner, person_id: person, ...row } of rows) {
    const all = tasks.get(sequence_id) ?? [];
    tasks.set(sequence_id, all);
    all.push({ ...row, owner: owner === 'person' && person === null ? 'hr' : owner, person });
  }
  return tasks;
}

async function peopleBySequence(queries: Queries, id?: number): Promise<Map<number, number>> {
  const rows = await queries
    .selectFrom('timeline_tasks')
    .select('sequence_id')
    .select((row) => row.fn.count('person_id').distinct().as('people'))
    .where('done_at', 'is', null)
    // True for every task; makes SQLite use the index of open tasks.
    .where('due_at', '>', '')
    .$if(id !== undefined, (query) => query.where('sequence_id', '=', id ?? 0))
    .groupBy('sequence_id')
    .execute();
  return new Map(rows.map(({ sequence_id, people }) => [sequence_id, Number(people)]));
}
