import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshSqlite } from '../../test/postgres.ts';
import { type Database, openDatabase } from './open.ts';
import { createTransact } from './transact.ts';

interface Schema {
  numbers: { value: number };
}

let file: FreshDatabase;
let database: Database<Schema>;
beforeEach(async () => {
  file = await freshSqlite();
  database = openDatabase<Schema>(file.url);
  await sql`create table numbers (value integer primary key)`.execute(database.db);
});
afterEach(async () => {
  await database.close();
  await file.remove();
});

function insert(value: number) {
  return (tx: Kysely<Schema>) => tx.insertInto('numbers').values({ value }).execute();
}

async function stored(): Promise<number[]> {
  const rows = await database.db.selectFrom('numbers').select('value').orderBy('value').execute();
  return rows.map(({ value }) => value);
}

it('takes back what failed and keeps what was written beside it', async () => {
  const transact = createTransact(database);
  const results = await Promise.allSettled([
    transact(insert(1)),
    transact(async (tx) => {
      await insert(2)(tx);
      throw new Error('no');
    }),
    transact(insert(1)),
    transact(insert(3)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await stored()).toEqual([1, 3]);
});

it('resolves only when another connection can see it, and in the order of the calls', async () => {
  const transact = createTransact(database);
  const other = openDatabase<Schema>(file.url);
  const order: number[] = [];
  const wrote = async (value: number) => {
    await transact(insert(value));
    order.push(value);
    return other.db.selectFrom('numbers').select('value').where('value', '=', value).execute();
  };
  const seen = await Promise.all(Array.from({ length: 120 }, (_, value) => wrote(value)));
  expect(seen.every((rows) => rows.length === 1)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await other.close();
});

it('refuses what waits once the database is closed, all of it', async () => {
  const transact = createTransact(database);
  const before = transact(insert(1));
  await before;
  await database.db.destroy();
  const results = await Promise.allSettled([1, 2, 3].map((value) => transact(insert(value))));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

it.each([
  ['SQLite ends the whole transaction by itself', 'insert or rollback into numbers values (1)', 'UNIQUE'],
  ['the commit is refused', 'insert into parts values (7)', 'FOREIGN KEY'],
])('tells all of it when %s, and goes on', async (_what, statement, reason) => {
  const transact = createTransact(database);
  await sql`create table parts (whole integer references numbers deferrable initially deferred)`.execute(
    database.db,
  );
  await transact(insert(1));
  const ends = (tx: Kysely<Schema>) => sql.raw(statement).execute(tx);
  const failed = { reason: { message: expect.stringContaining(reason) } };
  expect(await Promise.allSettled([transact(insert(2)), transact(ends)])).toMatchObject([failed, failed]);
  await transact(insert(3));
  expect(await stored()).toEqual([1, 3]);
});

it('rolls back what an earlier failure left open before it begins', async () => {
  const transact = createTransact(database);
  await sql`begin`.execute(database.db);
  await insert(1)(database.db);
  await transact(insert(2));
  expect(await stored()).toEqual([2]);
});
