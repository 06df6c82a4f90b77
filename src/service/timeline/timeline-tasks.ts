import type { RawBuilder } from 'kysely';
import type { DatabaseKind } from '../../database/open.ts';
import { type Columns, columnNames, rowsAsJson } from '../../database/rows-as-json.ts';
import type { Day } from '../../time/dates.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import type { Queries, Tables, TimelineTaskRow } from '../storage/tables.ts';
import { cachedDue, type FindDue } from './due-at.ts';

/** The sequences that a person gets, and the day that their tasks' days are counted from. */
export interface Plan {
  personId: number;
  timezone: string;
  /** The start day, or the last day. */
  anchor: Day;
  templates: Template[];
}

/**
 * Assigns sequences: each of their tasks gets its place in the person's timeline, once. Doing it again changes
 * nothing, except that open tasks follow when the anchor has moved.
 */
export type AssignSequences = (queries: Queries, plans: readonly Plan[], now: Date) => Promise<void>;

/** Makes it for one kind of database. */
export function sequenceAssigner(kind: DatabaseKind): AssignSequences {
  const findDue = cachedDue();
  return async (queries, plans, now) => {
    const assignments = assignmentsOf(plans, now);
    if (assignments.length === 0) return;
    await assign(queries, rowsAsJson(kind, assignmentColumns, assignments));
    const tasks = plans.flatMap((plan) => datedTasks(plan, findDue));
    await place(queries, rowsAsJson(kind, taskColumns, tasks));
  };
}

function assignmentsOf(plans: readonly Plan[], now: Date): Tables['assignments'][] {
  const assigned_at = now.toISOString();
  return plans.flatMap(({ personId, templates }) =>
    templates.map(({ id }) => ({ person_id: personId, sequence_id: id, assigned_at })),
  );
}

const assignmentColumns: Columns<Tables['assignments']> = {
  person_id: 'integer',
  sequence_id: 'integer',
  assigned_at: 'text',
};

type NewTask = Omit<TimelineTaskRow, 'id'>;

const taskColumns: Columns<NewTask> = {
  person_id: 'integer',
  sequence_id: 'integer',
  task_id: 'integer',
  kind: 'text',
  owner: 'text',
  text: 'text',
  due_day: 'text',
  due_at: 'text',
  done_at: 'text',
};

async function assign(queries: Queries, assignments: RawBuilder<unknown>): Promise<void> {
  await queries
    .insertInto('assignments')
    .columns(columnNames(assignmentColumns))
    .expression(assignments)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function place(queries: Queries, tasks: RawBuilder<unknown>): Promise<void> {
  await queries
    .insertInto('timeline_tasks')
    .columns(columnNames(taskColumns))
    .expression(tasks)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'task_id'])
        .doUpdateSet((row) => ({ due_day: row.ref('excluded.due_day'), due_at: row.ref('excluded.due_at') }))
        .where('timeline_tasks.done_at', 'is', null),
    )
    .execute();
}

function datedTasks({ personId, timezone, anchor, templates }: Plan, findDue: FindDue): NewTask[] {
  return templates.flatMap(({ id, kind, tasks }) =>
    tasks.map(({ id: task_id, day, owner, text }) => {
      const due = findDue(anchor, day, timezone);
      return { person_id: personId, sequence_id: id, task_id, kind, owner, text, ...due, done_at: null };
    }),
  );
}

/**
 * Removes what is still to be done of one kind; what was done stays.
 * @param kept open tasks that stay as well: those of these sequences, and those due by then, which are handed out
 */
export async function dropOpenTasks(
  queries: Queries,
  people: readonly number[],
  kind: TimelineTaskRow['kind'],
  { sequences = [], dueBy }: { sequences?: number[]; dueBy?: Date } = {},
): Promise<void> {
  if (people.length === 0) return;
  await queries
    .deleteFrom('timeline_tasks')
    .where('person_id', 'in', people)
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .$if(sequences.length > 0, (query) => query.where('sequence_id', 'not in', sequences))
    .$if(dueBy !== undefined, (query) => query.where('due_at', '>', dueBy?.toISOString() ?? ''))
    .execute();
}
