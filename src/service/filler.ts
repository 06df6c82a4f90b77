import type { Log } from '../log.ts';
import { readTemplates } from './catalog.ts';
import type { Queries, Store } from './store.ts';
import type { OffboardingRow } from './tables.ts';
import { assign, type DueAt, dropOpenTasks, rememberedDueAt } from './timeline.ts';

/** How often wishes are looked for that another process noted and did not live to fill, in milliseconds. */
const lookEvery = 2_000;

export interface Filler {
  /** Says that there is something to fill now. */
  wake(): void;
  /** Ends after the timeline in hand. What is left stays noted for the next start. */
  stop(): Promise<void>;
}

/**
 * Fills offboarding timelines in the background. Each is filled in one transaction together with the note that
 * it is filled, so a crash leaves it either whole or still to do; several processes never fill one at once.
 */
export function startFiller(store: Store, log: Log): Filler {
  const dueAt = rememberedDueAt();
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function fillAll(): Promise<void> {
    do {
      again = false;
      while (!stopped && (await fillNext(store, dueAt))) log.info('Offboarding timeline filled');
    } while (again && !stopped);
  }

  function wake(): void {
    if (stopped) return;
    again = true;
    running ??= fillAll()
      .catch((error: unknown) =>
        log.error({ err: error }, 'Offboarding timelines could not be filled, trying again'),
      )
      .finally(() => {
        running = null;
      });
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

/** Fills the oldest timeline that waits. @returns whether there was one */
async function fillNext(store: Store, dueAt: DueAt): Promise<boolean> {
  const { db, now } = store;
  const waiting = await db
    .selectFrom('offboardings')
    .select('person_id')
    .where('filled_at', 'is', null)
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return false;
  await db.transaction().execute(async (transaction) => {
    const wish = await take(transaction, waiting.person_id, now());
    if (wish) await fill(transaction, wish, dueAt, now());
  });
  return true;
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
  await dropOpenTasks(queries, wish.person_id, 'offboarding', sequences);
  const templates = sequences.length === 0 ? [] : await readTemplates(queries, sequences);
  const plan = { personId: wish.person_id, timezone, anchor: wish.termination_date, templates };
  await assign(queries, [plan], dueAt, now);
}
