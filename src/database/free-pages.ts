import { type Kysely, sql } from 'kysely';
import type { Database } from './open.ts';
import { inSmallSteps } from './small-steps.ts';

/**
 * Returns the disk space of deleted rows to the system, in small steps. SQLite files created without auto_vacuum keep
 * and reuse their free pages; PostgreSQL has autovacuum.
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
