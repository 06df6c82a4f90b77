import type { FullSequence, SequenceKind, SequenceTask } from '../../contract/sequence.ts';
import { chunks, isId, type Queries } from '../storage/tables.ts';

/** @returns what is known of a list of ids; undefined when one is unknown or repeated, both of which the API refuses */
export async function findSequences(queries: Queries, ids: readonly number[]) {
  const known = new Map<number, { id: number; kind: SequenceKind; archived: number }>();
  for (const some of chunks([...new Set(ids)].filter(isId))) {
    const rows = queries.selectFrom('sequences').select(['id', 'kind', 'archived']).where('id', 'in', some);
    for (const row of await rows.execute()) known.set(row.id, row);
  }
  return (wanted: readonly number[]) => {
    const found = wanted.flatMap((id) => known.get(id) ?? []);
    return new Set(found).size === wanted.length ? found : undefined;
  };
}

/**
 * Reads sequences as people have them: those with open tasks keep their plan, even when their last day moves
 * after the change of a sequence; anyone else gets the current version.
 */
export async function templatesFor(queries: Queries, people: readonly number[], ids: readonly number[]) {
  const rows = await queries
    .selectFrom('sequences')
    .leftJoin('sequence_tasks as task', 'task.sequence_id', 'sequences.id')
    .select(['sequences.id as sequence', 'version', 'task.id', 'day', 'added_in', 'retired_in'])
    .where('sequences.id', 'in', ids)
    .orderBy('task.id')
    .execute();
  const bySequence = Map.groupBy(rows, ({ sequence }) => sequence);
  const held = await heldBy(queries, people, ids);
  const versions = new Map(held.map((row) => [`${row.person_id} ${row.sequence_id}`, row.version]));
  return (person: number, id: number) => {
    const own = bySequence.get(id) ?? [];
    const version = versions.get(`${person} ${id}`) ?? own[0]?.version;
    if (version === undefined) return undefined;
    const tasks = own.flatMap(({ id: task, day, added_in, retired_in }) => {
      const isIn = (added_in ?? 0) <= version && (retired_in === null || retired_in > version);
      return task !== null && day !== null && isIn ? [{ id: task, day }] : [];
    });
    return { version, tasks };
  };
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
