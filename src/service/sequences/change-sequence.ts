import type { z } from 'zod';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import { type Problem, Refusal, refuseIfAny } from '../refusal.ts';
import { markChanged } from '../storage/list-versions.ts';
import { chunks, type Db, isId, type Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/request-fields.ts';
import { readFullSequences } from './sequence-templates.ts';
import {
  findByName,
  insertTasks,
  problemOfTasks,
  sequenceChangeFields,
  type TaskRow,
  taskRows,
} from './sequences.ts';

type Wanted = Omit<z.output<z.ZodObject<typeof sequenceChangeFields>>, 'tasks'> & { tasks: TaskRow[] };

/**
 * Changes future assignments; existing timelines keep their tasks. Throws Refusal 400; at `version` when
 * somebody else was first.
 */
export function changeSequence(db: Db, body: unknown): Promise<FullSequence> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'sequences');
    const { current, wanted } = await check(transaction, body);
    if (isAsWanted(current, wanted)) return current;
    if (current.version !== wanted.version) throw new Refusal(400, { version: [messages.stale] });
    await store(transaction, current.version + 1, wanted);
    await markChanged(transaction, 'sequence_edits');
    const [changed = current] = await readFullSequences(transaction, current.id);
    return changed;
  });
}

async function check(queries: Queries, body: unknown): Promise<{ current: FullSequence; wanted: Wanted }> {
  const { values, problem } = validateFields(sequenceChangeFields, body);
  const { id, name } = values;
  const [current] = id === undefined || !isId(id) ? [] : await readFullSequences(queries, id);
  if (id !== undefined && !current) problem.id = [messages.unknownId(id)];
  const tasks = taskRows(values.tasks ?? []);
  const against: Problem = await problemOfTasks(queries, tasks);
  if (current && name !== undefined && (await isTakenFrom(queries, current, name)))
    against.name = [messages.nameTaken];
  refuseIfAny({ ...against, ...problem });
  return { current: current as FullSequence, wanted: { ...values, tasks } as Wanted };
}

/** A name that several sequences already share can stay. */
async function isTakenFrom(queries: Queries, { name: before, kind }: FullSequence, name: string) {
  return name !== before && (await findByName(queries, { name, kind })) !== null;
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
