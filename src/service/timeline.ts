import { addDays, type Day, instantOf, isDay } from '../dates.ts';
import { type TemplateTask, templateTasks } from './sequences.ts';
import type { Queries } from './store.ts';
import type { TimelineTaskRow } from './tables.ts';

/** When a working day starts, in the person's time zone: the instant at which a task of that day is due. */
const startOfWork = '09:00';

/** Stays below the number of parameters that either database takes in one statement. */
const chunkSize = 500;

/** Whose timeline, and the day that the tasks' days are counted from. */
export interface TimelineOf {
  personId: number;
  timezone: string;
  /** The start day, or the last day. */
  anchor: Day;
}

/**
 * Assigns sequences: each of their tasks gets its place in the person's timeline, once. Doing it again changes
 * nothing, except that open tasks follow when the anchor has moved.
 */
export async function assign(
  queries: Queries,
  sequences: number[],
  timeline: TimelineOf,
  now: Date,
): Promise<void> {
  await insertAssignments(queries, sequences, timeline.personId, now);
  const tasks = await templateTasks(queries, sequences);
  for (let start = 0; start < tasks.length; start += chunkSize) {
    const rows = tasks.slice(start, start + chunkSize).map((task) => dated(task, timeline));
    await queries
      .insertInto('timeline_tasks')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['person_id', 'task_id'])
          .doUpdateSet((row) => ({
            due_day: row.ref('excluded.due_day'),
            due_at: row.ref('excluded.due_at'),
          }))
          .where('timeline_tasks.done_at', 'is', null),
      )
      .execute();
  }
}

async function insertAssignments(queries: Queries, sequences: number[], personId: number, now: Date) {
  for (let start = 0; start < sequences.length; start += chunkSize) {
    const rows = sequences.slice(start, start + chunkSize).map((sequenceId) => ({
      person_id: personId,
      sequence_id: sequenceId,
      assigned_at: now.toISOString(),
    }));
    await queries
      .insertInto('assignments')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function dated(task: TemplateTask, { personId, timezone, anchor }: TimelineOf): Omit<TimelineTaskRow, 'id'> {
  const day = dayFrom(anchor, task.day);
  return {
    person_id: personId,
    sequence_id: task.sequence_id,
    task_id: task.id,
    kind: task.kind,
    owner: task.owner,
    text: task.text,
    due_day: day,
    due_at: instantOf(day, startOfWork, timezone).toISOString(),
    done_at: null,
  };
}

/** The day `count` days from `anchor`; where the calendar of four-digit years ends, its last (or first) day. */
function dayFrom(anchor: Day, count: number): Day {
  const day = addDays(anchor, count);
  if (isDay(day) && day < anchor === count < 0) return day;
  return count < 0 ? '0001-01-01' : '9999-12-31';
}

/** Removes what is still to be done of one kind; what was done stays. */
export async function dropOpenTasks(
  queries: Queries,
  personId: number,
  kind: TimelineTaskRow['kind'],
  exceptSequences: number[] = [],
): Promise<void> {
  await queries
    .deleteFrom('timeline_tasks')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .$if(exceptSequences.length > 0, (query) => query.where('sequence_id', 'not in', exceptSequences))
    .execute();
}
