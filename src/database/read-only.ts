import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import { type Database, sqlitePath } from './open.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { dialectOver } from './sqlite.ts';
import { explaining } from './unusable.ts';

/**
 * Reads even while the database is in use: no file is created or changed, and PostgreSQL transactions are
 * read-only. Throws UnknownDatabase, DatabaseUnusable.
 */
export function openToRead<Schema>(url: string): Database<Schema> {
  const path = sqlitePath(url);
  if (path === undefined) return openPostgres(url, { connections: 1, onlyReads: true });
  const database = explaining(path, () => openFile(path));
  const db = new Kysely<Schema>({ dialect: dialectOver(database, path) });
  return { kind: 'sqlite', db, close: () => db.destroy() };
}

/**
 * Declares the file immutable where there is no WAL file: in WAL mode, SQLite creates files even for readers
 * otherwise (https://sqlite.org/wal.html#read_only_databases).
 */
function openFile(path: string): DatabaseSync {
  const unused = pathToFileURL(path);
  unused.search = '?immutable=1';
  return new DatabaseSync(isInUse(path) ? path : unused, { readOnly: true, timeout: 2_000 });
}

function isInUse(path: string): boolean {
  return statSync(`${path}-wal`, { throwIfNoEntry: false }) !== undefined;
}
