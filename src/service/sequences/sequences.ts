import type { z } from 'zod';
import { type FullSequence, SequenceKind, sequenceLimits, TaskOwner } from '../../contract/sequence.ts';
import type { Clock } from '../../time/clock.ts';
import { type Effect, type Keyed, keyedWrites, type RepeatKey, type StoredResponse } from '../idempotency.ts';
import { findPeople } from '../people/find-people.ts';
import { type Problem, Refusal, refuseIfAny } from '../refusal.ts';
import { chunks, type Db, isId, markChanged, type Queries, type Tables } from '../storage/tables.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/request-fields.ts';
import { readFullSequences } from './sequence-templates.ts';

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

type TaskRow = Pick<Tables['sequence_tasks'], 'day' | 'owner' | 'person_id' | 'text'>;

function taskRows(given: readonly GivenTask[]): TaskRow[] {
  return given.map(({ person = null, ...task }) => ({
    ...task,
    person_id: task.owner === 'person' ? person : null,
  }));
}

/** Unknown people, and missing ones where the owner is `person`. Returns errors by position. */
async function problemOfTasks(queries: Queries, rows: readonly TaskRow[]): Promise<Problem> {
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

/** Returns the ids. `onlyMissing`: leaves out those whose name exists. */
export async function insertSequences(db: Db, sequences: NewSequence[], { onlyMissing = false } = {}) {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const rows = onlyMissing ? await transaction.selectFrom('sequences').select('name').execute() : [];
    const known = new Set(rows.map(({ name }) => name));
    const ids: number[] = [];
    for (const sequence of sequences)
      if (!known.has(sequence.name)) ids.push(await insertSequence(transaction, sequence));
    return ids;
  });
}

async function isNameTaken(queries: Queries, { name, kind }: Pick<NewSequence, 'name' | 'kind'>) {
  const found = await queries
    .selectFrom('sequences')
    .select('id')
    .where('name', '=', name)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found !== undefined;
}

async function insertSequence(queries: Queries, { name, kind, tasks }: NewSequence): Promise<number> {
  const { id } = await queries
    .insertInto('sequences')
    .values({ name, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertTasks(queries, id, 1, tasks);
  return id;
}

/** Stores tasks that a sequence has from `version` on. */
async function insertTasks(
  queries: Queries,
  sequence: number,
  version: number,
  tasks: NewSequence['tasks'],
): Promise<void> {
  const rows = tasks.map((task) => ({ ...task, sequence_id: sequence, added_in: version }));
  for (const chunk of chunks(rows)) await queries.insertInto('sequence_tasks').values(chunk).execute();
}

type NewSequenceBody = Keyed & { body: unknown };

/** The write throws a Refusal 400 with all wrong fields; AlreadyDone when a request with the same key was first. */
export function sequenceAdder(db: Db, clock: Clock) {
  const write = keyedWrites(db, clock, async (queries, wanted: NewSequenceBody[]) => {
    await markChanged(queries, 'sequences');
    const made = new Map<NewSequenceBody, Effect>();
    for (const one of wanted) made.set(one, await add(queries, one.body));
    return made;
  });
  return (body: unknown, key: RepeatKey | null): Promise<StoredResponse> => write({ body, key });
}

async function add(queries: Queries, body: unknown): Promise<Effect> {
  const id = await insertSequence(queries, await checkNew(queries, body));
  const [sequence] = await readFullSequences(queries, id);
  return { personId: null, status: 201, body: JSON.stringify(sequence) };
}

async function checkNew(queries: Queries, body: unknown): Promise<NewSequence> {
  const { values, problem } = validateFields(newSequenceFields, body);
  const { name = '', kind = 'onboarding', tasks = [] } = values;
  const rows = taskRows(tasks);
  if (values.name && values.kind && (await isNameTaken(queries, { name, kind })))
    problem.name = [messages.nameTaken];
  refuseIfAny({ ...(await problemOfTasks(queries, rows)), ...problem });
  return { name, kind, tasks: rows };
}

type Wanted = Omit<z.output<z.ZodObject<typeof sequenceChangeFields>>, 'tasks'> & { tasks: TaskRow[] };

/**
 * Changes future assignments; existing timelines keep their tasks. Throws Refusal 400; at `version` when
 * somebody else was first.
 */
export function changeSequence(db: Db, body: unknown): Promise<FullSequence> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const { current, wanted } = await checkChange(transaction, body);
    if (isAsWanted(current, wanted)) return current;
    if (current.version !== wanted.version) throw new Refusal(400, { version: [messages.stale] });
    await store(transaction, current.version + 1, wanted);
    await markChanged(transaction, 'sequence_edits');
    const [changed = current] = await readFullSequences(transaction, current.id);
    return changed;
  });
}

async function checkChange(queries: Queries, body: unknown) {
  const { values, problem } = validateFields(sequenceChangeFields, body);
  const { id, name } = values;
  const [current] = id === undefined || !isId(id) ? [] : await readFullSequences(queries, id);
  if (id !== undefined && !current) problem.id = [messages.unknownId(id)];
  const tasks = taskRows(values.tasks ?? []);
  const against: Problem = await problemOfTasks(queries, tasks);
  // A name that several sequences already share can stay.
  const isRenamed = current !== undefined && name !== undefined && name !== current.name;
  if (isRenamed && (await isNameTaken(queries, { name, kind: current.kind })))
    against.name = [messages.nameTaken];
  refuseIfAny({ ...against, ...problem });
  return { current: current as FullSequence, wanted: { ...values, tasks } as Wanted };
}

/** Tasks with equal keys are the same task. */
const keyOf = ({ day, owner, person_id, text }: TaskRow) => JSON.stringify([day, owner, person_id, text]);

function isAsWanted(current: FullSequence, wanted: Wanted): boolean {
  const keys = (tasks: readonly TaskRow[]) => tasks.map(keyOf).sort().join('\n');
  return (
    current.name === wanted.name &&
    current.archived === wanted.archived &&
    keys(current.tasks.map(({ person, ...task }) => ({ ...task, person_id: person }))) === keys(wanted.tasks)
  );
}

async function store(queries: Queries, version: number, { id, name, archived, tasks }: Wanted) {
  await queries
    .updateTable('sequences')
    .set({ name, archived: archived ? 1 : 0, version })
    .where('id', '=', id)
    .execute();
  await insertTasks(queries, id, version, await retireOthers(queries, id, version, tasks));
}

/**
 * Unchanged tasks keep their rows, so that an offboarding that moves finds them again. Returns the tasks
 * without a row.
 */
async function retireOthers(queries: Queries, sequence: number, version: number, tasks: TaskRow[]) {
  const rows = await queries
    .selectFrom('sequence_tasks')
    .select(['id', 'day', 'owner', 'person_id', 'text'])
    .where('sequence_id', '=', sequence)
    .where('retired_in', 'is', null)
    .orderBy('id')
    .execute();
  const wanted = Map.groupBy(tasks, keyOf);
  const gone = rows.filter((row) => wanted.get(keyOf(row))?.shift() === undefined).map(({ id }) => id);
  for (const ids of chunks(gone))
    await queries.updateTable('sequence_tasks').set({ retired_in: version }).where('id', 'in', ids).execute();
  return [...wanted.values()].flat();
}
