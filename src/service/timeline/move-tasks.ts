import { sql } from 'kysely';
import type { DatabaseKind } from '../../database/open.ts';
import { type Columns, columnNames, rowsAsJson } from '../../database/rows-as-json.ts';
import type { Day } from '../../time/dates.ts';
import { type Due, dueFrom } from '../../time/due.ts';
import { chunks, type Queries } from '../storage/tables.ts';

interface MovedTask extends Due {
  id: number;
  /** Planned day of a task that stays postponed. */
  postponed_from: Day | null;
  note: string | null;
}

const movedColumns: Columns<MovedTask> = {
  id: 'integer',
  due_day: 'text',
  due_at: 'text',
  postponed_from: 'text',
  note: 'text',
};

/** Updates open tasks after a change of time zone: they keep their day, but its work begins at another instant. */
export async function moveToZones(
  queries: Queries,
  kind: DatabaseKind,
  people: readonly { row: { id: number; timezone: string } }[],
): Promise<void> {
  const zones = new Map(people.map(({ row }) => [row.id, row.timezone]));
  for (const ids of chunks([...zones.keys()])) {
    const tasks = await openTasks(queries, ids).execute();
    const moved = tasks.map(({ person_id, day: _, ...task }) => ({
      ...task,
      ...dueFrom(task.due_day, 0, zones.get(person_id) ?? 'UTC'),
    }));
    await store(queries, kind, moved);
  }
}

/**
 * Moves a person's open onboarding tasks with the start day. A task postponed to a future day stays there: somebody
 * chose that day. One postponed to a past day moves with the others.
 */
export async function moveToStart(
  queries: Queries,
  kind: DatabaseKind,
  person: { id: number; timezone: string; start_day: Day },
  now: Date,
): Promise<void> {
  const tasks = await openTasks(queries, [person.id]).where('kind', '=', 'onboarding').execute();
  const moved = tasks.map(({ person_id: _, day, ...task }): MovedTask => {
    const planned = dueFrom(person.start_day, day, person.timezone);
    const isChosen = task.postponed_from !== null && task.due_at > now.toISOString();
    if (isChosen) return { ...task, postponed_from: planned.due_day };
    return { id: task.id, ...planned, postponed_from: null, note: null };
  });
  await store(queries, kind, moved);
}

function openTasks(queries: Queries, people: readonly number[]) {
  return queries
    .selectFrom('timeline_tasks')
    .innerJoin('sequence_tasks', 'sequence_tasks.id', 'timeline_tasks.task_id')
    .select(['timeline_tasks.id', 'timeline_tasks.person_id', 'sequence_tasks.day'])
    .select(['due_day', 'due_at', 'postponed_from', 'note'])
    .where('timeline_tasks.person_id', 'in', people)
    .where('done_at', 'is', null);
}

/** Skips unchanged tasks, and tasks done meanwhile. */
async function store(queries: Queries, kind: DatabaseKind, moved: MovedTask[]): Promise<void> {
  const names = columnNames(movedColumns);
  for (const some of chunks(moved)) {
    await sql`with moved (${sql.join(names.map(sql.ref))}) as (${rowsAsJson(kind, movedColumns, some)})
      update timeline_tasks set due_day = moved.due_day, due_at = moved.due_at,
        postponed_from = moved.postponed_from, note = moved.note, version = version + 1
      from moved
      where timeline_tasks.id = moved.id and done_at is null and (
        timeline_tasks.due_at <> moved.due_at or timeline_tasks.due_day <> moved.due_day
        or coalesce(timeline_tasks.postponed_from, '') <> coalesce(moved.postponed_from, ''))`.execute(
      queries,
    );
  }
}
