import type { Selectable } from 'kysely';
import type { SequenceKind } from '../contract/sequence.ts';
import { markChanged, type Queries, type Store } from './store.ts';
import type { SequenceTaskRow, TaskOwner } from './tables.ts';

/** A sequence as an operator writes it down. */
export interface NewSequence {
  name: string;
  kind: SequenceKind;
  tasks: { day: number; owner: TaskOwner; text: string }[];
}

/** Stays below the number of parameters that either database takes in one statement. */
const chunkSize = 1000;

/**
 * Whether every id names a sequence and none repeats: what the API asks of a list of sequences.
 * @param kind only sequences of this kind count; any when absent
 */
export async function areSequences(queries: Queries, ids: number[], kind?: SequenceKind): Promise<boolean> {
  if (new Set(ids).size !== ids.length) return false;
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize);
    if (chunk.some((id) => !fitsInteger(id))) return false;
    if ((await countSequences(queries, chunk, kind)) !== chunk.length) return false;
  }
  return true;
}

async function countSequences(queries: Queries, ids: number[], kind?: SequenceKind): Promise<number> {
  const { found } = await queries
    .selectFrom('sequences')
    .select((row) => row.fn.countAll().as('found'))
    .where('id', 'in', ids)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as SequenceKind))
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** Whether the number can be an id: both databases keep ids in 32 bits. */
export function fitsInteger(id: number): boolean {
  return Number.isInteger(id) && Math.abs(id) <= 0x7fffffff;
}

/** A task of a sequence together with its sequence's kind. */
export type TemplateTask = Selectable<SequenceTaskRow> & { kind: SequenceKind };

/** The tasks of the sequences, in the order of the sequences' days. */
export async function templateTasks(queries: Queries, ids: number[]): Promise<TemplateTask[]> {
  const tasks: TemplateTask[] = [];
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = await queries
      .selectFrom('sequence_tasks')
      .innerJoin('sequences', 'sequences.id', 'sequence_tasks.sequence_id')
      .selectAll('sequence_tasks')
      .select('sequences.kind')
      .where('sequence_id', 'in', ids.slice(start, start + chunkSize))
      .orderBy('sequence_tasks.id')
      .execute();
    tasks.push(...chunk);
  }
  return tasks;
}

/** Stores a sequence with its tasks. @returns its id */
export async function insertSequence(store: Store, sequence: NewSequence): Promise<number> {
  return store.db.transaction().execute(async (transaction) => {
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
    await markChanged(transaction, 'sequences');
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
