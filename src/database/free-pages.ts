import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from './open.ts';

/** How many pages one step gives back. */
const stepSize = 100;

/**
 * Gives the disk back what deleted rows took, step by step. A file of SQLite that was made before they could be given
 * back keeps its free pages and uses them again; PostgreSQL looks after its own.
 */
export async function giveBackFreePages<Schema>(
  { db, kind }: Database<Schema>,
  stopping: AbortSignal,
): Promise<void> {
  if (kind !== 'sqlite') return;
  for (let left = await freePages(db); left > 0 && !stopping.aborted; ) {
    await db.transaction().execute(async (tx) => {
      // One page each time: that is all which such a statement does in one step.
      for (let page = 0; page < Math.min(stepSize, left); page += 1)
        await sql`pragma incremental_vacuum(1)`.execute(tx);
    });
    await setImmediate();
    const now = await freePages(db);
    if (now >= left) return;
    left = now;
  }
}

async function freePages<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  return rows[0]?.freelist_count ?? 0;
}
