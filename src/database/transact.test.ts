import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './open.ts';
import { createTransact } from './transact.ts';

interface Schema {
  numbers: { value: number };
}

let folder: string;
let database: Database<Schema>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  database = openDatabase<Schema>(`sqlite:${join(folder, 'test.db')}`);
  await sql`create table numbers (value integer primary key)`.execute(database.db);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
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
  const other = openDatabase<Schema>(`sqlite:${join(folder, 'test.db')}`);
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
