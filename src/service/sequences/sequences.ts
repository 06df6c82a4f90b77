import type { SequenceKind } from '../../contract/sequence.ts';
import { markChanged } from '../storage/list-versions.ts';
import { chunks, type Db, type Queries } from '../storage/tables.ts';
import type { TaskRow } from './sequence-fields.ts';

export interface NewSequence {
  name: string;
  kind: SequenceKind;
  tasks: (Omit<TaskRow, 'person_id'> & Partial<TaskRow>)[];
}

export async function insertSequences(db: Db, sequences: NewSequence[]): Promise<number[]> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const ids: number[] = [];
    for (const sequence of sequences) ids.push(await insertSequence(transaction, sequence));
    return ids;
  });
}

export async function insertMissingSequences(db: Db, sequences: NewSequence[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const rows = await transaction.selectFrom('sequences').select('name').execute();
    const known = new Set(rows.map(({ name }) => name));
    const missing = sequences.filter(({ name }) => !known.has(name));
    for (const sequence of missing) await insertSequence(transaction, sequence);
    return missing.length;
  });
}

export async function findByName(queries: Queries, { name, kind }: { name: string; kind: SequenceKind }) {
  const found = await queries
    .selectFrom('sequences')
    .select('id')
    .where('name', '=', name)
    .where('kind', '=', kind)
    .orderBy('id')
    .executeTakeFirst();
  return found?.id ?? null;
}

export async function insertSequence(queries: Queries, { name, kind, tasks }: NewSequence): Promise<number> {
  const { id } = await queries
    .insertInto('sequences')
    .values({ name, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertTasks(queries, id, 1, tasks);
  return id;
}

/** Stores tasks that a sequence has from `version` on. */
export async function insertTasks(
  queries: Queries,
  sequence: number,
  version: number,
  tasks: NewSequence['tasks'],
): Promise<void> {
  const rows = tasks.map((task) => ({ ...task, sequence_id: sequence, added_in: version }));
  for (const chunk of chunks(rows)) await queries.insertInto('sequence_tasks').values(chunk).execute();
}
