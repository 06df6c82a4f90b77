import { type Selectable, type SqlBool, sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import { type Day, dueFrom, memoized } from '../../time/dates.ts';
import { templatesFor } from '../sequences/sequence-templates.ts';
import {
  chunks,
  type PersonRow,
  type Queries,
  type Tables,
  type TimelineTaskRow,
} from '../storage/tables.ts';

export interface Plan {
  personId: number;
  timezone: string;
  /** Start day or last day. */
  anchor: Day;
  sequences: number[];
}

type Starter = Pick<Selectable<PersonRow>, 'id' | 'timezone' | 'start_day'>;

/**
 * Adds each task of the sequences to the person's timeline, once. Open tasks follow when the anchor has
 * moved; a postponed one only if its new day is in the past. Tasks stay with the person they were passed on
 * to.
 */
export async function assignSequences(queries: Queries, plans: readonly Plan[], now: Date): Promise<void> {
  const ids = [...new Set(plans.flatMap(({ sequences }) => sequences))];
  if (ids.length === 0) return;
  const people = plans.map(({ personId }) => personId);
  const templateFor = await templatesFor(queries, people, ids);
  const assigned_at = now.toISOString();
  const assigned = plans.flatMap(({ personId: person_id, timezone, anchor, sequences }) =>
    sequences.flatMap((sequence_id) => {
      const template = templateFor(person_id, sequence_id);
      if (!template) return [];
      const dated = template.tasks.map(({ id, day }): DatedTask => {
        return { person_id, task_id: id, ...findDue(anchor, day, timezone) };
      });
      return [{ row: { person_id, sequence_id, assigned_at, version: template.version }, dated }];
    }),
  );
  const rows = assigned.map(({ row }) => row);
  await storeAssignments(queries, rows);
  const dated = assigned.flatMap(({ dated }) => dated);
  await place(queries, dated, now);
}

async function storeAssignments(queries: Queries, rows: readonly Selectable<Tables['assignments']>[]) {
  if (rows.length === 0) return;
  const { columns, select } = jsonRows(queries, rows);
  await queries
    .insertInto('assignments')
    .columns(columns)
    .expression(select)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'sequence_id'])
        .doUpdateSet((row) => ({ version: row.ref('excluded.version') }))
        .whereRef('assignments.version', '!=', 'excluded.version'),
    )
    .execute();
}

type DatedTask = Pick<TimelineTaskRow, 'person_id' | 'task_id' | 'due_day' | 'due_at'>;

/** The database copies their texts: passing in large numbers of texts would cost more than storing them. */
async function place(queries: Queries, dated: readonly DatedTask[], now: Date): Promise<void> {
  if (dated.length === 0) return;
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
      select dated.person_id, task.sequence_id, task.id, sequence.kind, task.owner, task.text, dated.due_day, dated.due_at,
        case task.owner when 'hire' then dated.person_id when 'manager' then person.manager
          when 'buddy' then person.buddy when 'person' then task.person_id end
      from (${jsonRows(queries, dated).select}) as dated
      join sequence_tasks as task on task.id = dated.task_id
      join sequences as sequence on sequence.id = task.sequence_id
      join people as person on person.id = dated.person_id
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
export async function bringTasksBack(queries: Queries, person: Starter, now: Date): Promise<void> {
  const kept = await queries
    .deleteFrom('cancelled_tasks')
    .where('person_id', '=', person.id)
    .returning(['task_id', 'passed_to'])
    .execute();
  await placeByStart(queries, person, kept, now);
  for (const { task_id, passed_to } of kept)
    if (passed_to !== null)
      await queries
        .updateTable('timeline_tasks')
        .set({ passed_to })
        .where('person_id', '=', person.id)
        .where('task_id', '=', task_id)
        .execute();
}

/** Moves the open onboarding tasks of a person to their current start day. */
export async function moveToStart(queries: Queries, person: Starter, now: Date): Promise<void> {
  const open = await openTasks(queries, [person.id]).where('kind', '=', 'onboarding').execute();
  await placeByStart(queries, person, open, now);
}

/** Gives the open tasks for a manager and a buddy to the current ones. Tasks that were passed on stay so. */
export async function handOver(
  queries: Queries,
  person: Pick<Selectable<PersonRow>, 'id' | 'manager' | 'buddy'>,
): Promise<void> {
  for (const owner of ['manager', 'buddy'] as const)
    await queries
      .updateTable('timeline_tasks')
      .set((row) => ({ assignee: person[owner], version: row('version', '+', 1) }))
      .where('person_id', '=', person.id)
      .where('owner', '=', owner)
      .where('done_at', 'is', null)
      .where('assignee', 'is distinct from', person[owner])
      .execute();
}

async function placeByStart(
  queries: Queries,
  { id: person_id, timezone, start_day }: Starter,
  tasks: readonly { task_id: number }[],
  now: Date,
): Promise<void> {
  const ids = tasks.map(({ task_id }) => task_id);
  if (ids.length === 0) return;
  const days = await queries
    .selectFrom('sequence_tasks')
    .select(['id', 'day'])
    .where('id', 'in', ids)
    .execute();
  const dated = days.map(({ id, day }) => ({ person_id, task_id: id, ...findDue(start_day, day, timezone) }));
  await place(queries, dated, now);
}

/** Updates open tasks after a change of time zone: they keep their day, but its work begins at another instant. */
export async function moveToZones(
  queries: Queries,
  people: readonly { row: { id: number; timezone: string } }[],
): Promise<void> {
  const zones = new Map(people.map(({ row }) => [row.id, row.timezone]));
  for (const ids of chunks([...zones.keys()])) {
    const tasks = await openTasks(queries, ids).execute();
    for (const some of chunks(tasks)) {
      const zoned = some.map(({ id, person_id, due_day }) => {
        return { id, due_at: findDue(due_day, 0, zones.get(person_id) ?? 'UTC').due_at };
      });
      await sql`update timeline_tasks set due_at = zoned.due_at, version = version + 1
        from (${jsonRows(queries, zoned).select}) as zoned
        where timeline_tasks.id = zoned.id and done_at is null
          and timeline_tasks.due_at <> zoned.due_at`.execute(queries);
    }
  }
}

function openTasks(queries: Queries, people: readonly number[]) {
  return queries
    .selectFrom('timeline_tasks')
    .select(['id', 'person_id', 'task_id', 'due_day'])
    .where('person_id', 'in', people)
    .where('done_at', 'is', null);
}

/** Many tasks are due on the same days in the same zones. */
const findDue = memoized(5_000, dueFrom);
