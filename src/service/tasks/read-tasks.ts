import { sql } from 'kysely';
import type { Task } from '../../contract/additions/tasks.ts';
import type { Queries } from '../storage/tables.ts';

/** Reads tasks with their people and sequences, in the order they are due. */
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
