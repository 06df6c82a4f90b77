import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from './open.ts';

/** Target duration of a step, in milliseconds, so that other queries aren't delayed noticeably. */
const wanted = 4;
const fewest = 5;
const most = 100;

type Step = (size: number) => Promise<number>;

/** Steps sized to take a few milliseconds each, yielding between them. Returns the total number of items done. */
export async function inSmallSteps(step: Step, stopping: AbortSignal): Promise<number> {
  let all = 0;
  for (let size = fewest; !stopping.aborted; ) {
    const began = performance.now();
    const done = await step(size);
    all += done;
    if (done < size) break;
    const factor = Math.min(2, wanted / (performance.now() - began));
    size = Math.max(fewest, Math.min(most, Math.floor(size * factor)));
    await setImmediate();
  }
  return all;
}

/**
 * Returns the disk space of deleted rows to the system. SQLite files created without auto_vacuum keep and
 * reuse their free pages; PostgreSQL has autovacuum.
 */
export async function giveBackFreePages<Schema>(
  { db, kind }: Database<Schema>,
  stopping: AbortSignal,
): Promise<void> {
  if (kind !== 'sqlite') return;
  await inSmallSteps(async (size) => {
    const before = await freePages(db);
    if (before === 0) return 0;
    await db.transaction().execute(async (tx) => {
      // One page per statement: it frees no more than that per step.
      for (let page = 0; page < Math.min(size, before); page += 1)
        await sql`pragma incremental_vacuum(1)`.execute(tx);
    });
    return before - (await freePages(db));
  }, stopping);
}

async function freePages<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  return rows[0]?.freelist_count ?? 0;
}
