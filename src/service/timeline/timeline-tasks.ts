import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../../database/open.ts';
import { type Columns, columnNames, rowsAsJson } from '../../database/rows-as-json.ts';
import type { Day } from '../../time/dates.ts';
import { dueFrom } from '../../time/due.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import { chunks, type Queries, type Tables, type TimelineTaskRow } from '../storage/tables.ts';
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
 * nothing, except that open tasks follow when the anchor has moved. Of those that somebody put off, only what was put
 * off to a day that is over follows; to whom a task was passed on stays.
 */
export type AssignSequences = (queries: Queries, plans: readonly Plan[], now: Date) => Promise<void>;

/** Makes it for one kind of database. */
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

/** A task of a sequence in somebody's timeline; what it says stands in the sequence. */
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
 * The database copies what each task says: handing in so many texts would cost more than storing them. One that was
 * removed meanwhile says nothing, which is a violation.
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

/** Another day than it was planned for, or another instant than the day's in the person's zone. */
const isElsewhere = sql<SqlBool>`(
  coalesce(timeline_tasks.postponed_from, timeline_tasks.due_day) <> excluded.due_day
  or (timeline_tasks.postponed_from is null and timeline_tasks.due_at <> excluded.due_at))`;

/** Somebody chose its day, which is still to come: it stays there, and only what it was planned for is another day. */
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
 * Removes what is still to be done of one kind; what was done stays. Onboarding tasks can be brought back.
 * @param kept open tasks that stay as well: those of these sequences, and those due by then, which are handed out
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

/** The start is on again: the tasks that were open return to the timeline, dated by the start day as it is now. */
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
