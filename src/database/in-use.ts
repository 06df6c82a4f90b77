import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { databaseKind } from './open.ts';
import { keptAlive } from './postgres/open-postgres.ts';
import { makePrivate } from './private-file.ts';
import { explainFileError, explaining, explainPostgresError } from './unusable.ts';

/** A program's mark on a database, for as long as it runs; the operating system takes it away from a dead one. */
export interface Hold {
  release(): Promise<void>;
}

/** Another process uses the database. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

/**
 * Marks a database as being used. SQLite is for one process, so there is one mark, a locked file beside the database.
 * On PostgreSQL any number may share it, and one that wants it alone gets it when nobody has it.
 * @throws DatabaseInUse, or DatabaseUnusable
 */
export function holdDatabase(url: string, how: 'shared' | 'alone'): Promise<Hold> {
  return databaseKind(url) === 'sqlite' ? holdFile(url.slice('sqlite:'.length)) : holdAdvisoryLock(url, how);
}

/**
 * Whoever has a database open in its write-ahead mode shares a lock on it, whether or not anything is being written.
 * @param path a file that is there
 * @throws DatabaseInUse when somebody has, DatabaseUnusable when that cannot be found out
 */
export function refuseIfOpen(path: string): void {
  const database = explaining(path, () => new DatabaseSync(path));
  try {
    database.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive; commit');
  } catch (error) {
    throw isBusy(error) ? inUse(path) : explainFileError(error, path);
  } finally {
    database.close();
  }
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html#busy): somebody has it. Anything else is the file's trouble. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function inUse(path: string): DatabaseInUse {
  return new DatabaseInUse(`Another process uses the database ${path}. Stop that one first.`);
}

/** SQLite's own file lock (https://sqlite.org/lockingv3.html): it ends with the process, however that ends. */
async function holdFile(path: string): Promise<Hold> {
  if (path === ':memory:') return { release: async () => {} };
  const lock = openLock(`${path}.lock`, path);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? inUse(path) : explainFileError(error, `${path}.lock`);
  }
  return { release: async () => lock.close() };
}

/** @param path the database's: that is what people know */
function openLock(file: string, path: string): DatabaseSync {
  return explaining(path, () => {
    makePrivate(file);
    return new DatabaseSync(file);
  });
}

/** An advisory lock (https://www.postgresql.org/docs/current/explicit-locking.html). */
const lockKey = createHash('sha256').update('frontdesk in use').digest().readInt32BE();

/** How long the server may take to let somebody in, and for each answer, in milliseconds. */
const patience = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/** How long giving the mark back may take, in milliseconds: the server takes it from whoever is gone. */
const toGiveBack = 1_000;

async function holdAdvisoryLock(url: string, how: 'shared' | 'alone'): Promise<Hold> {
  const { default: pg } = await import('pg');
  let released = false;
  let client = await connectAndLock().catch((error: unknown) => {
    throw explainPostgresError(error);
  });

  /**
   * The lock is a transaction's, which stays open and holds nothing else up: behind a pooler that gives out connections
   * by the transaction, a session's lock would stay with whoever gets the connection next.
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

  /** The server went away and took the lock along. */
  async function again(lost: Client): Promise<void> {
    if (released || lost !== client) return;
    try {
      client = await connectAndLock();
      // It was given back while the server was away.
      if (released) await client.end();
    } catch {
      setTimeout(() => void again(lost), 5_000).unref();
    }
  }

  return {
    async release() {
      released = true;
      // A pooler would notice some time later that nobody is there any more.
      const given = client.query('rollback').finally(() => client.end());
      await Promise.race([given.catch(() => {}), wait(toGiveBack, undefined, { ref: false })]);
    },
  };
}
