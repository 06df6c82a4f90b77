import { sql } from 'kysely';
import { NoSuchTask } from '../operator-errors.ts';
import type { Db, Queries } from '../storage/tables.ts';

/** A person's timeline; `beingFilled` while the tasks of an offboarding aren't in it yet. */
export type TimelineView = Awaited<ReturnType<typeof timelineOf>>;

/** Reads a person's timeline, earliest task first. @throws when the person doesn't exist */
export async function timelineOf(queries: Queries, personId: number) {
  const person = await queries
    .selectFrom('people')
    .leftJoin('offboardings', 'offboardings.person_id', 'people.id')
    .select(['timezone', 'start_day', 'people.termination_date', 'requested_at', 'filled_at'])
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow();
  const tasks = await queries
    .selectFrom('timeline_tasks')
    .innerJoin('sequences', 'sequences.id', 'timeline_tasks.sequence_id')
    .select(['timeline_tasks.id', 'due_day', 'due_at', 'owner', 'text', 'timeline_tasks.kind', 'done_at'])
    .select('sequences.name as sequence')
    .where('person_id', '=', personId)
    .orderBy('due_day')
    .orderBy('task_id')
    .execute();
  const { requested_at, filled_at, ...dates } = person;
  return { ...dates, beingFilled: requested_at !== null && filled_at === null, tasks };
}

/** Marks tasks as done, all or none. @throws NoSuchTask when one is not in the person's timeline */
export async function markDone(db: Db, now: Date, personId: number, taskIds: number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const id of taskIds) {
      const { numUpdatedRows } = await transaction
        .updateTable('timeline_tasks')
        .set((row) => ({
          done_at: row.fn.coalesce('done_at', row.val(now.toISOString())),
          version: sql`version + case when done_at is null then 1 else 0 end`,
        }))
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new NoSuchTask(id);
    }
  });
}
