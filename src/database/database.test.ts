import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useCleanup } from '../../test/cleanup.ts';
import { temporaryFolder } from '../../test/journeys/office.ts';
import { type FreshDatabase, freshSqlite } from '../../test/postgres.ts';
import { createTransact, type Database, migrate, openDatabase, pendingMigrations } from './open.ts';
import { changedRows, countRows, findRow, putRow } from './table.ts';

const cleanup = useCleanup();

interface Schema {
  people: { id: number; name: string };
}

const migrations = {
  '001-people': {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('people')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

async function migrated() {
  const path = join(temporaryFolder(cleanup), 'frontdesk.db');
  const { db, close } = openDatabase<Schema>(`sqlite:${path}`);
  await migrate(db, migrations);
  return { path, db, close };
}

it('runs each migration once and keeps rows over a restart, with full durability', async () => {
  const url = `sqlite:${join(temporaryFolder(cleanup), 'new', 'folder.db')}`;
  const first = openDatabase<Schema>(url);
  expect(await pendingMigrations(first.db, migrations)).toEqual(['001-people']);
  expect(await migrate(first.db, migrations)).toEqual(['001-people']);
  await first.db.insertInto('people').values({ id: 1, name: 'Ada' }).execute();
  await first.close();

  const second = openDatabase<Schema>(url);
  expect(await migrate(second.db, migrations)).toEqual([]);
  expect(await second.db.selectFrom('people').selectAll().execute()).toEqual([{ id: 1, name: 'Ada' }]);
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(second.db);
  expect(rows[0]?.synchronous).toBe(2);
  await second.close();
});

it('waits for nobody who writes when all migrations have run', async () => {
  const { path, db, close } = await migrated();
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  expect(await migrate(db, migrations)).toEqual([]);
  other.close();
  await close();
});

it('brings its log into the database before that is long', async () => {
  const { path, db, close } = await migrated();
  const name = 'x'.repeat(2_000);
  for (let id = 1; id <= 600; id += 1) await db.insertInto('people').values({ id, name }).execute();
  expect(statSync(`${path}-wal`).size).toBeLessThan(2 * 1024 ** 2);
  await close();
});

it('keeps what others write out of a transaction that is rolled back', async () => {
  const { db, close } = openDatabase<Schema>('sqlite::memory:');
  await migrate(db, migrations);
  const failed = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('people').values({ id: 1, name: 'lost' }).execute();
    await Promise.resolve();
    throw new Error('no');
  });
  const beside = db.insertInto('people').values({ id: 2, name: 'kept' }).execute();
  await expect(failed).rejects.toThrow('no');
  await beside;
  expect(await db.selectFrom('people').select('name').execute()).toEqual([{ name: 'kept' }]);
  await close();
});

it('finds a row by its key, and counts what a query finds or changes', async () => {
  const { db, close } = await migrated();
  for (const id of [1, 2, 3]) await putRow(db, 'people', { id }, { name: id < 3 ? 'Ada' : 'Bob' });
  expect(await findRow(db, 'people', { id: 2, name: 'Ada' })).toEqual({ id: 2, name: 'Ada' });
  expect(await findRow(db, 'people', { id: 2, name: 'Bob' })).toBeUndefined();
  expect(await countRows(db.selectFrom('people').where('name', '=', 'Ada'))).toBe(2);
  expect(await changedRows(db.updateTable('people').set({ name: 'Eve' }).where('name', '=', 'Ada'))).toBe(2);
  expect(await changedRows(db.deleteFrom('people').where('id', '>', 9))).toBe(0);
  await close();
});

it('waits when it opens a file that another process has for itself', async () => {
  const path = join(temporaryFolder(cleanup), 'frontdesk.db');
  const holding = `
    const database = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)});
    database.exec('begin exclusive; create table people (id integer, name text)');
    console.log('held');
    setTimeout(() => database.exec('commit'), 500);`;
  const other = spawn(process.execPath, ['-e', holding], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(other, 'exit');
  await once(other.stdout, 'data');
  const { db, close } = openDatabase<Schema>(`sqlite:${path}`);
  expect(await db.selectFrom('people').selectAll().execute()).toEqual([]);
  await close();
  await ended;
});

it('lets no other process write between what a transaction reads and what it writes', async () => {
  const { path, db, close } = await migrated();
  const other = new DatabaseSync(path);
  other.exec('pragma busy_timeout = 0');
  const write = () => other.exec("insert into people (id, name) values (2, 'Bob')");
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('people').selectAll().execute();
    expect(write).toThrow('database is locked');
    await transaction.insertInto('people').values({ id: 1, name: 'Ada' }).execute();
  });
  write();
  expect(await db.selectFrom('people').select('name').execute()).toEqual([{ name: 'Ada' }, { name: 'Bob' }]);
  other.close();
  await close();
});

it.each(['mysql://x', 'sqlite:', 'frontdesk.db'])(
  'refuses the address %s and says what one looks like',
  (url) => {
    expect(() => openDatabase(url)).toThrow('sqlite:PATH or postgres://');
  },
);

interface Counted {
  numbers: { value: number };
}

let file: FreshDatabase;
let database: Database<Counted>;
beforeEach(async () => {
  file = await freshSqlite();
  database = openDatabase<Counted>(file.url);
  await sql`create table numbers (value integer primary key)`.execute(database.db);
});
afterEach(async () => {
  await database.close();
  await file.remove();
});

function insert(value: number) {
  return (tx: Kysely<Counted>) => tx.insertInto('numbers').values({ value }).execute();
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
  const other = openDatabase<Counted>(file.url);
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
  const ends = (tx: Kysely<Counted>) => sql.raw(statement).execute(tx);
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
