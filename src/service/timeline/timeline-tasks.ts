import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Columns, columnNames, rowsAsJson } from '../../database/copy.ts';
import type { DatabaseKind } from '../../database/open.ts';
import type { Day } from '../../time/dates.ts';
import { type Due, dueFrom } from '../../time/due.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import { chunks, type Queries, type Tables, type TimelineTaskRow } from '../storage/tables.ts';

export interface Plan {
  personId: number;
  timezone: string;
  /** Start day or last day. */
  anchor: Day;
  templates: Template[];
}

/**
 * Adds each task of the sequences to the person's timeline, once. Open tasks follow when the anchor has
 * moved; a postponed one only if its new day is in the past. Tasks stay with the person they were passed on
 * to.
 */
export type AssignSequences = (queries: Queries, plans: readonly Plan[], now: Date) => Promise<void>;

export function sequenceAssigner(kind: DatabaseKind): AssignSequences {
  const findDue = cachedDue();
  return async (queries, plans, now) => {
    const assignments = assignmentsOf(plans, now);
    if (assignments.length === 0) return;
    await assign(queries, rowsAsJson(kind, assignmentColumns, assignments));
    const dated = plans.flatMap((plan) => datedTasks(plan, findDue));
    await place(queries, rowsAsJson(kind, datedColumns, dated), now);
  };
}

type Assignment = Insertable<Tables['assignments']> & { version: number };

function assignmentsOf(plans: readonly Plan[], now: Date): Assignment[] {
  const assigned_at = now.toISOString();
  return plans.flatMap(({ personId, templates }) =>
    templates.map(({ id, version }) => ({ person_id: personId, sequence_id: id, assigned_at, version })),
  );
}

const assignmentColumns: Columns<Assignment> = {
  person_id: 'integer',
  sequence_id: 'integer',
  assigned_at: 'text',
  version: 'integer',
};

type DatedTask = Pick<TimelineTaskRow, 'person_id' | 'task_id' | 'due_day' | 'due_at'>;

const datedColumns: Columns<DatedTask> = {
  person_id: 'integer',
  task_id: 'integer',
  due_day: 'text',
  due_at: 'text',
};

async function assign(queries: Queries, assignments: RawBuilder<unknown>): Promise<void> {
  await queries
    .insertInto('assignments')
    .columns(columnNames(assignmentColumns))
    .expression(assignments)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'sequence_id'])
        .doUpdateSet((row) => ({ version: row.ref('excluded.version') }))
        .whereRef('assignments.version', '!=', 'excluded.version'),
    )
    .execute();
}

/**
 * The database copies their texts: passing in large numbers of texts would cost more than storing them. A
 * task removed meanwhile has no text, which violates a constraint.
 */
async function place(queries: Queries, dated: RawBuilder<unknown>, now: Date): Promise<void> {
  await queries
    .insertInto('timeline_tasks')
    .columns([
      'person_id',
      'sequence_id',
      'task_id',
      'kind',
      'owner',
      'text',
      'due_day',
      'due_at',
      'assignee',
    ])
    .expression(sql`
      with dated (${sql.join(columnNames(datedColumns).map(sql.ref))}) as (${dated})
      select dated.person_id, task.sequence_id, task.id, sequence.kind, task.owner, task.text, dated.due_day, dated.due_at,
        case task.owner when 'hire' then dated.person_id when 'manager' then person.manager
          when 'buddy' then person.buddy when 'person' then task.person_id end
      from dated
      left join sequence_tasks as task on task.id = dated.task_id
      left join sequences as sequence on sequence.id = task.sequence_id
      left join people as person on person.id = dated.person_id
      where true`)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'task_id'])
        .doUpdateSet((row) => ({
          ...moved(now.toISOString()),
          assignee: row.ref('excluded.assignee'),
          version: row('timeline_tasks.version', '+', 1),
        }))
        .where('timeline_tasks.done_at', 'is', null)
        .where(isElsewhere),
    )
    .execute();
}

/** Whether the task was planned for another day, or for another instant of it, after a change of time zone. */
const isElsewhere = sql<SqlBool>`(
  coalesce(timeline_tasks.postponed_from, timeline_tasks.due_day) <> excluded.due_day
  or (timeline_tasks.postponed_from is null and timeline_tasks.due_at <> excluded.due_at))`;

/** A task postponed to a future day stays there, since somebody chose it; only its planned day changes. */
function moved(now: string) {
  const chosen = sql`timeline_tasks.postponed_from is not null and timeline_tasks.due_at > ${now}`;
  return {
    due_day: sql<string>`case when ${chosen} then timeline_tasks.due_day else excluded.due_day end`,
    due_at: sql<string>`case when ${chosen} then timeline_tasks.due_at else excluded.due_at end`,
    postponed_from: sql<string | null>`case when ${chosen} then excluded.due_day end`,
    note: sql<string | null>`case when ${chosen} then timeline_tasks.note end`,
  };
}

function datedTasks({ personId, timezone, anchor, templates }: Plan, findDue: FindDue): DatedTask[] {
  return templates.flatMap(({ tasks }) =>
    tasks.map(({ id: task_id, day }) => ({
      person_id: personId,
      task_id,
      ...findDue(anchor, day, timezone),
    })),
  );
}

/**
 * Done tasks stay. `kept`: open tasks that stay as well, those of `sequences`, and those due by `dueBy`,
 * which are handed out.
 */
export async function dropOpenTasks(
  queries: Queries,
  people: readonly number[],
  kind: TimelineTaskRow['kind'],
  { sequences = [], dueBy }: { sequences?: number[]; dueBy?: Date } = {},
): Promise<void> {
  if (people.length === 0) return;
  const removed = await queries
    .deleteFrom('timeline_tasks')
    .where('person_id', 'in', people)
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .$if(sequences.length > 0, (query) => query.where('sequence_id', 'not in', sequences))
    .$if(dueBy !== undefined, (query) => query.where('due_at', '>', dueBy?.toISOString() ?? ''))
    .returning(['person_id', 'task_id', 'passed_to'])
    .execute();
  if (kind === 'offboarding') return;
  for (const some of chunks(removed))
    await queries
      .insertInto('cancelled_tasks')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Restores the onboarding tasks that were open when they were cancelled, dated by the current start day. */
export async function bringTasksBack(
  queries: Queries,
  kind: DatabaseKind,
  { id, timezone, start_day }: { id: number; timezone: string; start_day: Day },
  now: Date,
): Promise<void> {
  const kept = await queries
    .deleteFrom('cancelled_tasks')
    .where('person_id', '=', id)
    .returning(['task_id', 'passed_to'])
    .execute();
  if (kept.length === 0) return;
  const tasks = await queries
    .selectFrom('sequence_tasks')
    .select(['id', 'day'])
    .where(
      'id',
      'in',
      kept.map(({ task_id }) => task_id),
    )
    .execute();
  const dated = tasks.map(({ id: task_id, day }) => ({
    person_id: id,
    task_id,
    ...dueFrom(start_day, day, timezone),
  }));
  await place(queries, rowsAsJson(kind, datedColumns, dated), now);
  for (const { task_id, passed_to } of kept)
    if (passed_to !== null)
      await queries
        .updateTable('timeline_tasks')
        .set({ passed_to })
        .where('person_id', '=', id)
        .where('task_id', '=', task_id)
        .execute();
}

type FindDue = (anchor: Day, days: number, zone: string) => Due;

const maxKept = 5_000;

/** Caches due times: counting days and applying a zone's rules costs more than anything else about a task. */
function cachedDue(): FindDue {
  const known = new LRUCache<string, Due>({ max: maxKept });
  return (anchor, days, zone) => {
    const key = `${anchor} ${days} ${zone}`;
    const found = known.get(key);
    if (found) return found;
    const due = dueFrom(anchor, days, zone);
    known.set(key, due);
    return due;
  };
}

interface MovedTask extends Due {
  id: number;
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
 * A task postponed to a future day stays there: somebody chose that day. One postponed to a past day moves
 * with the others.
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
