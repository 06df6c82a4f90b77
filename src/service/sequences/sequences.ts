import type { SequenceKind } from '../../contract/sequence.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { Db, Queries, TaskOwner } from '../storage/tables.ts';

/** A sequence as an operator writes it down. */
export interface NewSequence {
  name: string;
  kind: SequenceKind;
  tasks: { day: number; owner: TaskOwner; text: string }[];
}

/** Stores sequences with their tasks, all or none. @returns their ids */
export async function insertSequences(db: Db, sequences: NewSequence[]): Promise<number[]> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const ids: number[] = [];
    for (const sequence of sequences) ids.push(await insertSequence(transaction, sequence));
    return ids;
  });
}

/** Stores those whose name no sequence has yet, also when two processes do so at once. @returns how many */
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

async function insertSequence(queries: Queries, { name, kind, tasks }: NewSequence): Promise<number> {
  const { id } = await queries
    .insertInto('sequences')
    .values({ name, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  const insert = queries.insertInto('sequence_tasks');
  for (const task of tasks) await insert.values({ ...task, sequence_id: id }).execute();
  return id;
}

/** All sequences as `service sequence list` shows them, with the number of their tasks, ordered by id. */
export async function listSequences(db: Db) {
  const rows = await db
    .selectFrom('sequences')
    .leftJoin('sequence_tasks', 'sequence_tasks.sequence_id', 'sequences.id')
    .select(['sequences.id', 'sequences.name', 'sequences.kind'])
    .select((row) => row.fn.count('sequence_tasks.id').as('tasks'))
    .groupBy(['sequences.id', 'sequences.name', 'sequences.kind'])
    .orderBy('sequences.id')
    .execute();
  return rows.map((row) => ({ ...row, tasks: Number(row.tasks) }));
}
