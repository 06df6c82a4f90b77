import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { isDatabaseAway } from '../../src/database/postgres/away.ts';
import { createTransact } from '../../src/database/transact.ts';
import { useCleanup } from '../cleanup.ts';
import { startDatabaseWay } from '../faults/database-way.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';

interface Tables {
  counted: { id: number; label: string };
}

const cleanup = useCleanup();

describe.skipIf(!postgresUrl)('a PostgreSQL that goes away (left out without TEST_POSTGRES_URL)', () => {
  it('loses and doubles nothing of what is written and read while it restarts, and looks where a commit had no answer', async () => {
    const fresh = await freshPostgres();
    cleanup.later(fresh.remove);
    const way = await startDatabaseWay(cleanup, fresh.url);
    const database = openDatabase<Tables>(way.url, { connections: 4 });
    cleanup.later(database.close);
    const transact = createTransact(database);
    await sql`create table counted (id serial primary key, label text not null)`.execute(database.db);
    let isOver = false;
    let longest = 0;
    const timed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const began = performance.now();
      try {
        return await work();
      } finally {
        longest = Math.max(longest, performance.now() - began);
      }
    };
    const write = (label: string) =>
      transact(async (tx) => {
        await tx
          .insertInto('counted')
          .values({ label } as never)
          .execute();
        await sql`select pg_sleep(0.005)`.execute(tx);
      });
    const isThere = async (label: string) =>
      (await database.db.selectFrom('counted').select('id').where('label', '=', label).execute()).length > 0;
    /** A commit without an answer may have succeeded; only the caller can check. */
    async function writeOnce(label: string): Promise<void> {
      try {
        await write(label);
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        if (!(await isThere(label))) await write(label);
      }
    }
    const writers = Array.from({ length: 8 }, async (_, worker) => {
      const labels: string[] = [];
      while (!isOver) {
        const label = `${worker}-${labels.length}`;
        labels.push(label);
        await timed(() => writeOnce(label));
        await timed(() => isThere(label));
      }
      return labels;
    });
    await pause(300);
    await way.restart(500);
    await pause(500);
    isOver = true;
    const labels = (await Promise.all(writers)).flat();
    const rows = await database.db.selectFrom('counted').select('label').execute();
    expect(rows.map(({ label }) => label).toSorted()).toEqual(labels.toSorted());
    expect(longest).toBeLessThan(3_000);
  });
});
