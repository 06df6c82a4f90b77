import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { createTransact } from '../../src/database/transact.ts';
import { startDatabaseWay } from '../faults/database-way.ts';
import { type Cleanup, createCleanup } from '../journeys/office.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';

interface Tables {
  counted: { id: number; worker: number };
}

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

describe.skipIf(!postgresUrl)('a PostgreSQL that goes away (left out without TEST_POSTGRES_URL)', () => {
  it('loses and doubles nothing of what is written and read while it restarts', async () => {
    const fresh = await freshPostgres();
    cleanup.later(fresh.remove);
    const way = await startDatabaseWay(cleanup, fresh.url);
    const database = openDatabase<Tables>(way.url, { connections: 4 });
    cleanup.later(database.close);
    const transact = createTransact(database);
    await sql`create table counted (id serial primary key, worker int not null)`.execute(database.db);
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
    const writers = Array.from({ length: 8 }, async (_, worker) => {
      let written = 0;
      while (!isOver) {
        await timed(() =>
          transact(async (tx) => {
            await tx
              .insertInto('counted')
              .values({ worker } as never)
              .execute();
            await sql`select pg_sleep(0.005)`.execute(tx);
          }),
        );
        written += 1;
        await timed(() => database.db.selectFrom('counted').select('id').limit(1).execute());
      }
      return written;
    });
    await pause(300);
    const client = new pg.Client({ connectionString: fresh.url });
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    way.close();
    await client.end();
    await pause(500);
    await way.open();
    await pause(500);
    isOver = true;
    const written = (await Promise.all(writers)).reduce((sum, one) => sum + one);
    const { rows } = await sql<{ count: string }>`select count(*) from counted`.execute(database.db);
    expect(Number(rows[0]?.count)).toBe(written);
    expect(longest).toBeLessThan(3_000);
  });
});
