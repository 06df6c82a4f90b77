import type { Selectable } from 'kysely';
import type { FullSequence, SequenceTask } from '../../contract/additions/sequences.ts';
import type { SequenceKind } from '../../contract/sequence.ts';
import { type Versions, versionedCache } from '../storage/list-versions.ts';
import { chunks, type Db, isId, type Queries, type SequenceTaskRow } from '../storage/tables.ts';

/** A sequence with the tasks that assigning it creates. */
export interface Template {
  id: number;
  kind: SequenceKind;
  version: number;
  /** No longer assigned; people who have it keep it. */
  isArchived: boolean;
  tasks: Selectable<SequenceTaskRow>[];
}

/** Looks sequences up. Null when one is unknown or repeated, both of which the API refuses. */
export type TemplateLookup = (ids: number[], versions: Versions) => Promise<Template[] | null>;

/** Cache limit; a few dozen sequences are in use. */
const maxKept = 1_000;

/** Caches sequences by id while the list's version in the database is unchanged. */
export function templateLookup(db: Db): TemplateLookup {
  const templatesOf = versionedCache<number, Template>(maxKept);
  return async (ids, { sequences: version }) => {
    if (new Set(ids).size !== ids.length || !ids.every(isId)) return null;
    const kept = templatesOf(version);
    const known = ids.flatMap((id) => kept.get(id) ?? []);
    const missing = ids.filter((id) => !kept.has(id));
    const read = await readAll(db, missing);
    if (read === null) return null;
    for (const template of read) kept.set(template.id, template);
    const found = new Map([...known, ...read].map((template) => [template.id, template]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}

async function readAll(queries: Queries, ids: number[]): Promise<Template[] | null> {
  const all: Template[] = [];
  for (const chunk of chunks(ids)) {
    const read = await readTemplates(queries, chunk);
    if (read.length < chunk.length) return null;
    all.push(...read);
  }
  return all;
}

export async function readTemplates(queries: Queries, ids: number[]): Promise<Template[]> {
  const rows = await queries
    .selectFrom('sequences')
    .select(['id', 'kind', 'version', 'archived'])
    .where('id', 'in', ids)
    .execute();
  const tasks = await queries
    .selectFrom('sequence_tasks')
    .selectAll()
    .where('sequence_id', 'in', ids)
    .where('retired_in', 'is', null)
    .orderBy('id')
    .execute();
  const bySequence = Map.groupBy(tasks, (task) => task.sequence_id);
  return rows.map(({ archived, ...row }) => ({
    ...row,
    isArchived: archived === 1,
    tasks: bySequence.get(row.id) ?? [],
  }));
}

/** Returns undefined if it is the current version or the person has no open tasks. */
type TemplateFor = (person: number, sequence: number) => Template | undefined;

/** People with open tasks keep their plan, even when their last day moves after the change of a sequence. */
export async function earlierTemplates(
  queries: Queries,
  people: readonly number[],
  templates: readonly Template[],
): Promise<TemplateFor> {
  const changed = new Map(templates.filter(({ version }) => version > 1).map((each) => [each.id, each]));
  if (changed.size === 0) return () => undefined;
  const held = await heldBy(queries, people, [...changed.keys()]);
  const tasks = held.length === 0 ? [] : await everyTask(queries, [...changed.keys()]);
  const earlier = new Map(
    held.flatMap(({ person_id, sequence_id, version }): [string, Template][] => {
      const template = changed.get(sequence_id);
      if (!template || template.version === version) return [];
      const then = tasks.filter(
        (task) =>
          task.sequence_id === sequence_id &&
          task.added_in <= version &&
          (task.retired_in === null || task.retired_in > version),
      );
      return [[`${person_id} ${sequence_id}`, { ...template, version, tasks: then }]];
    }),
  );
  return (person, sequence) => earlier.get(`${person} ${sequence}`);
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

function everyTask(queries: Queries, sequences: readonly number[]) {
  return queries
    .selectFrom('sequence_tasks')
    .selectAll()
    .where('sequence_id', 'in', sequences)
    .orderBy('id')
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
