import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { SequenceKind } from '../../contract/sequence.ts';
import { type Task, type TaskPage, tasksPerPage } from '../../contract/task.ts';
import { type Problem, refuseIfAny } from '../refusal.ts';
import { isId, type Queries, type Tables } from '../storage/tables.ts';
import * as fields from '../validation/field-types.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/request-fields.ts';

/** The task's current assignee. Must match the expression in the indexes. */
const doer = sql<number | null>`coalesce(passed_to, assignee)`;

/** Lists one page of tasks, in the order they are due. Each page reads along an index. */
export async function listTasks(queries: Queries, query: TaskQuery): Promise<TaskPage> {
  const { ids = [], person, assignee, limit = tasksPerPage } = query;
  const asked = [...ids, person, assignee].filter((id) => id !== undefined);
  if (!asked.every(isId)) return { tasks: [], next: null, total: 0 };
  const counts = await Promise.all(statesOf(query).map((state) => count(queries, query, state)));
  const pages = await Promise.all(statesOf(query).map((state) => page(queries, query, state)));
  const found = pages.flat().sort(byDue);
  const tasks = found.slice(0, limit);
  const last = tasks.at(-1);
  return {
    tasks,
    next: last && found.length > limit ? `${last.due_at}_${last.id}` : null,
    total: counts.reduce((sum, each) => sum + each, 0),
  };
}

type State = 'open' | 'done';

/** Each state has its own indexes: done tasks accumulate over the years, open ones don't. */
function statesOf({ state = 'open' }: TaskQuery): State[] {
  return state === 'all' ? ['open', 'done'] : [state];
}

function byDue(a: Task, b: Task): number {
  if (a.due_at !== b.due_at) return a.due_at < b.due_at ? -1 : 1;
  return a.id - b.id;
}

type Found = SelectQueryBuilder<Tables, 'timeline_tasks', object>;

function fitting(queries: Queries, query: TaskQuery, state: State): Found {
  const { ids, person, assignee, unassigned, kind, due_by, due_after, done_after } = query;
  return (
    queries
      .selectFrom('timeline_tasks')
      .where('done_at', state === 'open' ? 'is' : 'is not', null)
      // It makes SQLite use the index of the state.
      .$if(due_after !== undefined || done_after === undefined, (found) =>
        found.where('due_at', '>', due_after ?? ''),
      )
      .$if(done_after !== undefined, (found) => found.where('done_at', '>', done_after ?? ''))
      .$if(ids !== undefined, (found) => found.where('id', 'in', ids ?? []))
      .$if(person !== undefined, (found) => found.where('person_id', '=', person ?? 0))
      .$if(assignee !== undefined, (found) => found.where(doer, '=', assignee ?? 0))
      .$if(unassigned !== undefined, (found) => found.where(doer, 'is', null))
      .$if(kind !== undefined, (found) => found.where('kind', '=', kind ?? 'onboarding'))
      .$if(due_by !== undefined, (found) => found.where('due_at', '<=', due_by ?? ''))
  );
}

async function count(queries: Queries, query: TaskQuery, state: State): Promise<number> {
  const { total } = await fitting(queries, query, state)
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Reads one task more than a page has, to find out whether there's another page. */
async function page(queries: Queries, query: TaskQuery, state: State): Promise<Task[]> {
  const { after, limit = tasksPerPage } = query;
  const found = await fitting(queries, query, state)
    .select('id')
    .$if(after !== undefined, (rows) =>
      rows.where(sql<SqlBool>`(due_at, id) > (${after?.due_at ?? ''}, ${after?.id ?? 0})`),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const ids = found.map(({ id }) => id);
  return readTasks(queries, ids);
}

const mostIds = 100;

const instant = z
  .string(messages.badInstant)
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, messages.badInstant)
  // As stored: in UTC, with milliseconds.
  .transform((text) => new Date(text).toISOString());

/** End of a page: its last task's instant and id. */
const place = z
  .string(messages.badCursor)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,10}$/, messages.badCursor)
  .transform((text) => ({ due_at: text.slice(0, 24), id: Number(text.slice(25)) }));

export const taskQueryFields = {
  ids: z
    .preprocess(
      (text) => (typeof text === 'string' ? text.split(',') : text),
      z.array(fields.personId(), messages.badIds).max(mostIds, messages.tooMany(mostIds)),
    )
    .optional(),
  person: fields.personId().optional(),
  assignee: fields.personId().optional(),
  unassigned: z.literal('true', messages.onlyTrue).optional(),
  kind: fields.choice(SequenceKind.options).optional(),
  due_by: instant.optional(),
  due_after: instant.optional(),
  done_after: instant.optional(),
  state: fields.choice(['open', 'done', 'all']).optional(),
  after: place.optional(),
  limit: fields.integer(1, tasksPerPage).optional(),
};

type TaskQuery = z.output<z.ZodObject<typeof taskQueryFields>>;

/** An unknown parameter is refused: ignoring it would return other tasks than intended. */
export function readTaskQuery(query: unknown): TaskQuery {
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(query ?? {}));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(taskQueryFields, name));
  const wrong: Problem = Object.fromEntries(unknown.map((name) => [name, [messages.unknownParameter]]));
  const { values, problem } = validateFields(taskQueryFields, given);
  refuseIfAny({ ...wrong, ...problem });
  return values;
}

export async function readTasks(queries: Queries, ids: readonly number[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('timeline_tasks as task')
    .innerJoin('people as person', 'person.id', 'task.person_id')
    .innerJoin('sequences as sequence', 'sequence.id', 'task.sequence_id')
    .select(['task.id', 'task.version', 'task.person_id', 'task.kind', 'task.owner', 'task.text'])
    .select(['task.due_day', 'task.due_at', 'task.note', 'task.done_at', 'task.done_by', 'task.assignee'])
    .select(sql<number | null>`coalesce(task.passed_to, task.assignee)`.as('doer'))
    .select(['person.first_name', 'person.last_name', 'person.email', 'person.timezone'])
    .select(['person.start_day', 'person.termination_date', 'sequence.name as sequence'])
    .where('task.id', 'in', ids)
    .orderBy('task.due_at')
    .orderBy('task.id')
    .execute();
  return rows.map(
    ({ person_id: person, first_name, last_name, email, start_day, termination_date, ...row }) => {
      const { assignee, doer, owner, ...task } = row;
      return {
        ...task,
        person,
        person_name: `${first_name} ${last_name}`,
        person_email: email,
        day: task.kind === 'onboarding' ? start_day : termination_date,
        // The named person was removed, so it is HR's.
        owner: owner === 'person' && assignee === null ? 'hr' : owner,
        assignee: doer,
      };
    },
  );
}
