import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

export interface FreshDatabase {
  url: string;
  remove(): Promise<void>;
}

export type Fresh = () => Promise<FreshDatabase>;

/** Administrator's address of a PostgreSQL server, `postgres://…`; tests that need one are skipped without it. */
export const postgresUrl = process.env.TEST_POSTGRES_URL;

export async function freshSqlite(): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Creates an empty database on the PostgreSQL server.
 * @throws Error when TEST_POSTGRES_URL is not set
 */
export async function freshPostgres(): Promise<FreshDatabase> {
  if (!postgresUrl) throw new Error('TEST_POSTGRES_URL is not set.');
  const name = `frontdesk_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(`create database ${name}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => runOnServer(`drop database if exists ${name} with (force)`) };
}

/** Number of deadlocks that PostgreSQL resolved. Each one blocks its queries for a second first. */
export async function deadlocksIn(url: string): Promise<number> {
  if (!url.startsWith('postgres')) return 0;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const asked = client.query('select deadlocks from pg_stat_database where datname = current_database()');
  const { rows } = await asked.finally(() => client.end());
  return Number(rows[0]?.deadlocks);
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Runs tests on both databases. Without a PostgreSQL server its half is skipped with a notice; with
 * TEST_EVERYTHING=1 a missing server is a failure.
 */
export function onEachDatabase(tests: (fresh: Fresh) => void): void {
  describe('on SQLite', () => tests(removedAfterAll(freshSqlite)));
  onPostgres(tests);
}

export function onPostgres(tests: (fresh: Fresh) => void): void {
  if (postgresUrl) {
    describe('on PostgreSQL', () => tests(removedAfterAll(freshPostgres)));
  } else if (process.env.TEST_EVERYTHING === '1') {
    it('on PostgreSQL', () =>
      expect.fail('TEST_POSTGRES_URL is not set, and TEST_EVERYTHING=1 asks for it.'));
  } else {
    it.skip('on PostgreSQL (left out: TEST_POSTGRES_URL is not set)', () => {});
  }
}

function removedAfterAll(fresh: Fresh): Fresh {
  const made: FreshDatabase[] = [];
  afterAll(async () => {
    for (const { remove } of made) await remove();
  });
  return async () => {
    const database = await fresh();
    made.push(database);
    return database;
  };
}
