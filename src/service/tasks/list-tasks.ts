import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Task, type TaskPage, tasksPerPage } from '../../contract/additions/tasks.ts';
import { isId, type Queries, type Tables } from '../storage/tables.ts';
import { readTasks } from './read-tasks.ts';
import { nextAfter, type TaskQuery } from './task-query.ts';

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
    next: last && found.length > limit ? nextAfter(last) : null,
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

/** Tasks that match the query, on any page. */
function fitting(queries: Queries, query: TaskQuery, state: State): Found {
  const { ids, person, assignee, unassigned, kind, due_by, due_after } = query;
  return (
    queries
      .selectFrom('timeline_tasks')
      .where('done_at', state === 'open' ? 'is' : 'is not', null)
      // Always there, since it makes SQLite use the index of the state.
      .where('due_at', '>', due_after ?? '')
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
  return readTasks(
    queries,
    found.map(({ id }) => id),
  );
}
