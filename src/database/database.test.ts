import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCleanup } from '../../test/cleanup.ts';
import { temporaryFolder } from '../../test/journeys/office.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { openDatabase } from './open.ts';

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
