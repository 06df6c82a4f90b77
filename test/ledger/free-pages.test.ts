import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { giveBackFreePages } from '../../src/database/small-steps.ts';
import { useCleanup } from '../cleanup.ts';
import { freshSqlite } from '../postgres.ts';

const cleanup = useCleanup();

async function openFresh() {
  const { url, remove } = await freshSqlite();
  cleanup.later(remove);
  const database = openDatabase(url);
  cleanup.later(database.close);
  return { url, database };
}

it('a file of SQLite gives back to the disk what was deleted', async () => {
  const { url, database } = await openFresh();
  const size = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(database.db);
    return statSync(url.slice('sqlite:'.length)).size;
  };
  await sql`create table much (text text)`.execute(database.db);
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into much select hex(randomblob(1000)) from n`.execute(database.db);
  const full = await size();
  await sql`delete from much`.execute(database.db);
  await giveBackFreePages(database, new AbortController().signal);
  expect(full).toBeGreaterThan(2_000_000);
  expect(await size()).toBeLessThan(full / 10);
});

it('stops in the middle when it is asked to', async () => {
  const { database } = await openFresh();
  await sql`create table much (text text)`.execute(database.db);
  await sql`insert into much select hex(randomblob(2000000))`.execute(database.db);
  await sql`delete from much`.execute(database.db);
  await giveBackFreePages(database, AbortSignal.abort());
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(database.db);
  expect(rows[0]?.freelist_count).toBeGreaterThan(500);
});
