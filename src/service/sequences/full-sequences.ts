import type { FullSequence, SequenceTask } from '../../contract/additions/sequences.ts';
import type { Queries } from '../storage/tables.ts';

/** Reads sequences with their tasks, including archived ones, ordered by id. @param id only this one */
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

/** Number of people with open tasks, by sequence. */
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
