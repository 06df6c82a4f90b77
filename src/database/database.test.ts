import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate, pendingMigrations } from './migrate.ts';
import { openDatabase } from './open.ts';

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

it('runs each migration once and keeps rows over a restart, with full durability', async () => {
  const url = `sqlite:${join(mkdtempSync(join(tmpdir(), 'frontdesk-')), 'new', 'folder.db')}`;
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

it.each(['mysql://x', 'sqlite:', 'frontdesk.db'])(
  'refuses the address %s and says what one looks like',
  (url) => {
    expect(() => openDatabase(url)).toThrow('sqlite:PATH or postgres://');
  },
);
