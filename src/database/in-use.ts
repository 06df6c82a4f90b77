import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { sqlitePath } from './open.ts';
import { keptAlive } from './postgres/open-postgres.ts';
import { makePrivate } from './private-file.ts';
import { explainFileError, explaining, explainPostgresError } from './unusable.ts';

/** A lock on a database while a program runs; the operating system releases it if the program dies. */
interface Hold {
  release(): Promise<void>;
}

export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

/**
 * Locks exclusively with SQLite: a locked file next to the database. With PostgreSQL the lock can be shared.
 * Throws DatabaseInUse, or DatabaseUnusable.
 */
export function holdDatabase(url: string, how: 'shared' | 'alone'): Promise<Hold> {
  const path = sqlitePath(url);
  return path === undefined ? holdAdvisoryLock(url, how) : holdFile(path);
}

/**
 * Checks the shared lock that each process holds in WAL mode. Throws DatabaseInUse, or DatabaseUnusable if
 * that can't be checked.
 */
export function refuseIfOpen(path: string): void {
  using database = explaining(path, () => new DatabaseSync(path));
  try {
    database.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive; commit');
  } catch (error) {
    throw isBusy(error) ? inUse(path) : explainFileError(error, path);
  }
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html#busy). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function inUse(path: string): DatabaseInUse {
  return new DatabaseInUse(`Another process uses the database ${path}. Stop that one first.`);
}

/**
 * SQLite's own file lock (https://sqlite.org/lockingv3.html), which is released when the process ends for any reason.
 */
async function holdFile(path: string): Promise<Hold> {
  if (path === ':memory:') return { release: async () => {} };
  const file = `${path}.lock`;
  const lock = explaining(path, () => {
    makePrivate(file);
    return new DatabaseSync(file);
  });
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? inUse(path) : explainFileError(error, file);
  }
  return { release: async () => lock.close() };
}

/** Key of an advisory lock (https://www.postgresql.org/docs/current/explicit-locking.html). */
const lockKey = createHash('sha256').update('frontdesk in use').digest().readInt32BE();

const patience = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

const toGiveBack = 1_000;

async function holdAdvisoryLock(url: string, how: 'shared' | 'alone'): Promise<Hold> {
  const { default: pg } = await import('pg');
  let released = false;
  let client = await connectAndLock().catch((error: unknown) => {
    throw explainPostgresError(error);
  });

  /**
   * Holds the lock in an open transaction that locks nothing else: a session lock would pass to another
   * client behind a transaction pooler.
   */
  async function connectAndLock(): Promise<Client> {
    const connection = new pg.Client({ connectionString: url, ...keptAlive, ...patience });
    connection.on('error', () => void again(connection));
    try {
      await connection.connect();
      await connection.query('begin');
      await connection.query('set local idle_in_transaction_session_timeout = 0');
      const attempt = how === 'shared' ? 'pg_try_advisory_xact_lock_shared' : 'pg_try_advisory_xact_lock';
      const { rows } = await connection.query(`select ${attempt}($1) as got`, [lockKey]);
      if (rows[0]?.got === true) return connection;
    } catch (error) {
      await connection.end().catch(() => {});
      throw error;
    }
    await connection.end();
    throw new DatabaseInUse('Another process uses the PostgreSQL database. Stop it first.');
  }

  async function again(lost: Client): Promise<void> {
    if (released || lost !== client) return;
    try {
      client = await connectAndLock();
      // Released while the server was away.
      if (released) await client.end();
    } catch {
      setTimeout(() => void again(lost), 5_000).unref();
    }
  }

  return {
    async release() {
      released = true;
      // Roll back explicitly: a pooler notices a closed client late.
      const given = client.query('rollback').finally(() => client.end());
      await Promise.race([given.catch(() => {}), wait(toGiveBack, undefined, { ref: false })]);
    },
  };
}
