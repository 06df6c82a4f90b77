import type { Insertable } from 'kysely';
import { addDays, type Day, isDay } from '../../time/dates.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import { chunks, type Queries, type TimelineTaskRow } from '../storage/tables.ts';
import type { DueAt } from './due-at.ts';

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
export async function assignSequences(
  queries: Queries,
  plans: Plan[],
  dueAt: DueAt,
  now: Date,
): Promise<void> {
  const tasks = plans.flatMap((plan) => datedTasks(plan, dueAt));
  const assignments = plans.flatMap(({ personId, templates }) =>
    templates.map(({ id }) => ({ person_id: personId, sequence_id: id, assigned_at: now.toISOString() })),
  );
  const assign = queries.insertInto('assignments').onConflict((conflict) => conflict.doNothing());
  for (const rows of chunks(assignments)) await assign.values(rows).execute();
  const place = queries.insertInto('timeline_tasks').onConflict((conflict) =>
    conflict
      .columns(['person_id', 'task_id'])
      .doUpdateSet((row) => ({ due_day: row.ref('excluded.due_day'), due_at: row.ref('excluded.due_at') }))
      .where('timeline_tasks.done_at', 'is', null),
  );
  for (const rows of chunks(tasks)) await place.values(rows).execute();
}

function datedTasks(
  { personId, timezone, anchor, templates }: Plan,
  dueAt: DueAt,
): Insertable<TimelineTaskRow>[] {
  return templates.flatMap(({ id, kind, tasks }) =>
    tasks.map(({ id: task_id, day, owner, text }) => {
      const due_day = dayFrom(anchor, day);
      const due = { due_day, due_at: dueAt(due_day, timezone), done_at: null };
      return { person_id: personId, sequence_id: id, task_id, kind, owner, text, ...due };
    }),
  );
}

/** The day `count` days from `anchor`; where the calendar of four-digit years ends, its last (or first) day. */
function dayFrom(anchor: Day, count: number): Day {
  const day = addDays(anchor, count);
  if (isDay(day) && day < anchor === count < 0) return day;
  return count < 0 ? '0001-01-01' : '9999-12-31';
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
