import type { Log } from '../../log.ts';
import { readTemplates } from '../sequences/sequence-templates.ts';
import type { Queries, Store } from '../storage/store.ts';
import type { OffboardingRow } from '../storage/tables.ts';
import { assignSequences, cachedDueAt, type DueAt, dropOpenTasks } from './timeline-tasks.ts';

/** How often wishes are looked for that another process noted and did not live to fill, in milliseconds. */
const lookEvery = 2_000;

export interface TimelineWorker {
  /** Says that there is something to fill now. */
  wake(): void;
  /** Ends after the timeline in hand. What is left stays noted for the next start. */
  stop(): Promise<void>;
}

/**
 * Fills offboarding timelines in the background. Each is filled in one transaction together with the note that
 * it is filled, so a crash leaves it either whole or still to do; several processes never fill one at once.
 */
export function startTimelineWorker(store: Store, log: Log): TimelineWorker {
  const dueAt = cachedDueAt();
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  /** One that cannot be filled does not hold up the others; it is tried again at the next look. */
  async function fillAll(): Promise<void> {
    const failed = new Set<number>();
    while (!stopped) {
      const next = await waiting(store, failed);
      if (next === null || stopped) return;
      try {
        await fillOne(store, next, dueAt);
      } catch (error) {
        failed.add(next);
        // Without the person: who leaves is confidential, in the log too.
        log.error({ err: error }, 'An offboarding timeline could not be filled, trying again');
      }
    }
  }

  function wake(): void {
    again = true;
    running ??= fillWhileWoken().finally(() => {
      running = null;
    });
  }

  async function fillWhileWoken(): Promise<void> {
    while (again && !stopped) {
      again = false;
      await fillAll().catch((error: unknown) =>
        log.error({ err: error }, 'Offboardings could not be looked for'),
      );
    }
  }

  const timer = setInterval(wake, lookEvery);
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Whose timeline has waited longest, apart from those that failed; null when none waits. */
async function waiting({ db }: Store, failed: ReadonlySet<number>): Promise<number | null> {
  const found = await db
    .selectFrom('offboardings')
    .select('person_id')
    .where('filled_at', 'is', null)
    .$if(failed.size > 0, (query) => query.where('person_id', 'not in', [...failed]))
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst();
  return found?.person_id ?? null;
}

async function fillOne({ db, now }: Store, personId: number, dueAt: DueAt): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const wish = await take(transaction, personId, now());
    if (wish) await fill(transaction, wish, dueAt, now());
  });
}

/** Marks the wish as filled, which locks it until the transaction ends; nothing when another process was first. */
function take(queries: Queries, personId: number, now: Date) {
  return queries
    .updateTable('offboardings')
    .set({ filled_at: now.toISOString() })
    .where('person_id', '=', personId)
    .where('filled_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

async function fill(queries: Queries, wish: OffboardingRow, dueAt: DueAt, now: Date): Promise<void> {
  const sequences: number[] = JSON.parse(wish.sequences);
  const { timezone } = await queries
    .selectFrom('people')
    .select('timezone')
    .where('id', '=', wish.person_id)
    .executeTakeFirstOrThrow();
  // As in released deployments: what was planned goes, what somebody has been told to do stays theirs.
  await dropOpenTasks(queries, wish.person_id, 'offboarding', { sequences, dueBy: now });
  const templates = sequences.length === 0 ? [] : await readTemplates(queries, sequences);
  const plan = { personId: wish.person_id, timezone, anchor: wish.termination_date, templates };
  await assignSequences(queries, [plan], dueAt, now);
}
