import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../../log.ts';
import { type Clock, type Repeating, repeat } from '../../time/clock.ts';
import { OperatorError } from '../refusal.ts';
import type { Db, OffboardingRow, Queries } from '../storage/tables.ts';
import { assignSequences, dropOpenTasks, type Plan } from './timeline-tasks.ts';

/** Interval for finding offboardings that another process stored but didn't live to fill, in milliseconds. */
const lookEvery = 2_000;

const batchSize = 16;

/**
 * Each timeline is filled and marked as filled in one transaction, so a crash leaves it either complete or
 * still to do, and two processes never fill the same one.
 */
export function startTimelineWorker(db: Db, clock: Clock, log: Log): Repeating {
  /** A timeline that can't be filled doesn't block the others; it is retried at the next turn. */
  async function fillAll(stopping: AbortSignal): Promise<void> {
    const failed = new Set<number>();
    while (!stopping.aborted) {
      const next = await longestWaiting(db, failed);
      if (next.length === 0 || stopping.aborted) return;
      // Let waiting requests go first, however much is left to fill.
      await setImmediate();
      await fillThese(next, failed);
    }
  }

  /** Retries a failed batch one by one, so that each fails on its own. */
  async function fillThese(people: readonly number[], failed: Set<number>): Promise<void> {
    try {
      await fillBatch(db, people, clock.now());
    } catch (error) {
      if (people.length > 1) {
        for (const one of people) await fillThese([one], failed);
        return;
      }
      for (const one of people) failed.add(one);
      // Don't log the person: departures are confidential, in the log too.
      log.error({ err: error }, 'An offboarding timeline could not be filled, trying again');
    }
  }

  return repeat({
    clock,
    every: lookEvery,
    turn: fillAll,
    onError: (error) => log.error({ err: error }, 'Offboardings could not be looked for'),
  });
}

/** People whose timelines have waited longest, except failed ones. */
async function longestWaiting(queries: Queries, failed: ReadonlySet<number>): Promise<number[]> {
  const found = await queries
    .selectFrom('offboardings')
    .select('person_id')
    .where('filled_at', 'is', null)
    .$if(failed.size > 0, (query) => query.where('person_id', 'not in', [...failed]))
    .orderBy('requested_at')
    .limit(batchSize)
    .execute();
  return found.map(({ person_id }) => person_id);
}

async function fillBatch(db: Db, people: readonly number[], now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const taken = await take(transaction, people, now);
    if (taken.length === 0) return;
    // As in released deployments: planned tasks go, those already handed out stay.
    for (const [sequences, those] of Map.groupBy(taken, (offboarding) => offboarding.sequences))
      await dropOpenTasks(transaction, idsOf(those), 'offboarding', {
        sequences: JSON.parse(sequences),
        dueBy: now,
      });
    await assignSequences(transaction, await plansOf(transaction, taken), now);
  });
}

/** Locks them until the transaction ends. Returns those that no other process took. */
function take(queries: Queries, people: readonly number[], now: Date): Promise<OffboardingRow[]> {
  return queries
    .updateTable('offboardings')
    .set({ filled_at: now.toISOString() })
    .where('person_id', 'in', people)
    .where('filled_at', 'is', null)
    .returningAll()
    .execute();
}

function idsOf(offboardings: readonly OffboardingRow[]): number[] {
  return offboardings.map(({ person_id }) => person_id);
}

/** Nothing is planned for a person who was removed meanwhile. */
async function plansOf(queries: Queries, offboardings: readonly OffboardingRow[]): Promise<Plan[]> {
  const people = await queries
    .selectFrom('people')
    .select(['id', 'timezone'])
    .where('id', 'in', idsOf(offboardings))
    .execute();
  const zones = new Map(people.map(({ id, timezone }) => [id, timezone]));
  return offboardings.flatMap(({ person_id: personId, termination_date: anchor, sequences }) => {
    const timezone = zones.get(personId);
    return timezone === undefined ? [] : [{ personId, timezone, anchor, sequences: JSON.parse(sequences) }];
  });
}

export type TimelineView = Awaited<ReturnType<typeof timelineOf>>;

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
      if (numUpdatedRows === 0n)
        throw new OperatorError(
          `There is no task ${id} in this timeline. "service timeline EMAIL" shows them; nothing was changed.`,
        );
    }
  });
}
