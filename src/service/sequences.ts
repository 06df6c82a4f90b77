import type { SequenceKind } from '../contract/sequence.ts';
import { markChanged, type Store } from './store.ts';
import type { TaskOwner } from './tables.ts';

/** A sequence as an operator writes it down. */
export interface NewSequence {
  name: string;
  kind: SequenceKind;
  tasks: { day: number; owner: TaskOwner; text: string }[];
}

/** Whether the number can be an id: both databases keep ids in 32 bits. */
export function fitsInteger(id: number): boolean {
  return Number.isInteger(id) && Math.abs(id) <= 0x7fffffff;
}

/** Stores a sequence with its tasks. @returns its id */
export async function insertSequence(store: Store, sequence: NewSequence): Promise<number> {
  return store.db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const { id } = await transaction
      .insertInto('sequences')
      .values({ name: sequence.name, kind: sequence.kind })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const task of sequence.tasks) {
      await transaction
        .insertInto('sequence_tasks')
        .values({ ...task, sequence_id: id })
        .execute();
    }
    return id;
  });
}

/** One line of `service sequence list`. */
export interface SequenceLine {
  id: number;
  name: string;
  kind: SequenceKind;
  tasks: number;
}

/** All sequences with the number of their tasks, ordered by id. */
export async function listSequences({ db }: Store): Promise<SequenceLine[]> {
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
