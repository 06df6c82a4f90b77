import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import { readTemplates } from '../sequences/sequence-templates.ts';
import type { Db, OffboardingRow, Queries } from '../storage/tables.ts';
import { cachedDueAt, type DueAt } from './due-at.ts';
import { assignSequences, dropOpenTasks } from './timeline-tasks.ts';

/** How often offboardings are looked for that another process stored and did not live to fill, in milliseconds. */
const lookEvery = 2_000;

/**
 * Fills offboarding timelines in the background. Each is filled in one transaction together with the note that
 * it is filled, so a crash leaves it either whole or still to do; several processes never fill one at once.
 * Stopped, it ends after the timeline in hand; what is left stays noted for the next start.
 */
export function startTimelineWorker(db: Db, clock: Clock, log: Log): Repeating {
  const dueAt = cachedDueAt();

  /** One that cannot be filled does not hold up the others; it is tried again at the next look. */
  async function fillAll(stopping: AbortSignal): Promise<void> {
    const failed = new Set<number>();
    while (!stopping.aborted) {
      const next = await longestWaiting(db, failed);
      if (next === null || stopping.aborted) return;
      try {
        await fillOne(db, clock.now(), next, dueAt);
      } catch (error) {
        failed.add(next);
        // Without the person: who leaves is confidential, in the log too.
        log.error({ err: error }, 'An offboarding timeline could not be filled, trying again');
      }
    }
  }

  return repeat({
    clock,
    every: lookEvery,
    turn: fillAll,
    onError: (error) => log.error({ err: error }, 'Offboardings could not be looked for'),
  });
}

/** Whose timeline has waited longest, apart from those that failed; null when none waits. */
async function longestWaiting(queries: Queries, failed: ReadonlySet<number>): Promise<number | null> {
  const found = await queries
    .selectFrom('offboardings')
    .select('person_id')
    .where('filled_at', 'is', null)
    .$if(failed.size > 0, (query) => query.where('person_id', 'not in', [...failed]))
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst();
  return found?.person_id ?? null;
}

async function fillOne(db: Db, now: Date, personId: number, dueAt: DueAt): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const offboarding = await take(transaction, personId, now);
    if (offboarding) await fill(transaction, offboarding, dueAt, now);
  });
}

/** Marks it as filled, which locks it until the transaction ends; nothing when another process was first. */
function take(queries: Queries, personId: number, now: Date) {
  return queries
    .updateTable('offboardings')
    .set({ filled_at: now.toISOString() })
    .where('person_id', '=', personId)
    .where('filled_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

async function fill(queries: Queries, offboarding: OffboardingRow, dueAt: DueAt, now: Date): Promise<void> {
  const { person_id: personId, termination_date: anchor } = offboarding;
  const sequences: number[] = JSON.parse(offboarding.sequences);
  const { timezone } = await queries
    .selectFrom('people')
    .select('timezone')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  // As in released deployments: what was planned goes, what somebody has been told to do stays theirs.
  await dropOpenTasks(queries, personId, 'offboarding', { sequences, dueBy: now });
  const templates = sequences.length === 0 ? [] : await readTemplates(queries, sequences);
  await assignSequences(queries, [{ personId, timezone, anchor, templates }], dueAt, now);
}
