import type { z } from 'zod';
import { sequenceLimits, TaskOwner } from '../../contract/additions/sequences.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import { findPeople } from '../people/find-people.ts';
import type { Problem } from '../refusal.ts';
import { markChanged } from '../storage/list-versions.ts';
import { chunks, type Db, type Queries } from '../storage/tables.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';

/** Limits of the command line's files. Wider than the forms', so that a sequence from a file can be changed. */
export const widest = { days: 3_650, text: 1_000, tasks: 1_000 } as const;

const taskFields = {
  day: fields.integer(-widest.days, widest.days),
  owner: fields.choice(TaskOwner.options),
  person: fields.personIdOrNobody().optional(),
  text: fields.text({ max: widest.text }),
};

const name = fields.text({ max: sequenceLimits.name });
const tasks = fields.listOf(taskFields, { max: widest.tasks });

export const newSequenceFields = { name, kind: fields.choice(SequenceKind.options), tasks };

export const sequenceChangeFields = {
  id: fields.personId(),
  version: fields.integer(0, Number.MAX_SAFE_INTEGER),
  name,
  archived: fields.flag(),
  tasks,
};

type GivenTask = z.output<typeof tasks>[number];

export interface TaskRow {
  day: number;
  owner: TaskOwner;
  person_id: number | null;
  text: string;
}

export function taskRows(given: readonly GivenTask[]): TaskRow[] {
  return given.map(({ day, owner, person = null, text }) => ({
    day,
    owner,
    person_id: owner === 'person' ? person : null,
    text,
  }));
}

/** Unknown people, and missing ones where the owner is `person`. Returns errors by position. */
export async function problemOfTasks(queries: Queries, rows: readonly TaskRow[]): Promise<Problem> {
  const named = rows.flatMap(({ person_id }) => person_id ?? []);
  const known = await findPeople(queries, [...new Set(named)]);
  const wrong = rows.flatMap(({ owner, person_id }, position): [number, string[]][] => {
    if (owner !== 'person') return [];
    if (person_id === null) return [[position, [`person: ${messages.required}`]]];
    return known.has(person_id) ? [] : [[position, [`person: ${messages.unknownId(person_id)}`]]];
  });
  return wrong.length > 0 ? { tasks: Object.fromEntries(wrong) } : {};
}

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
