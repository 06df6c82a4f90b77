import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { openPostgres, type PostgresOptions } from './postgres/open-postgres.ts';
import { openFileToRead, sqliteDialect } from './sqlite.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database<Schema> {
  kind: DatabaseKind;
  db: Kysely<Schema>;
  /** Closes all connections after their current queries, unless the server doesn't respond. */
  close(): Promise<void>;
}

export class UnknownDatabase extends Error {
  override name = 'UnknownDatabase';
}

/**
 * `sqlite:PATH` (relative to the working folder), `sqlite::memory:` or `postgres://…`; throws UnknownDatabase
 * for any other address.
 */
export function openDatabase<Schema>(url: string, options: PostgresOptions = {}): Database<Schema> {
  const path = sqlitePath(url);
  if (path === undefined) return openPostgres(url, options);
  const open = options.onlyReads ? openFileToRead : undefined;
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path, open) });
  return { kind: 'sqlite', db, close: () => db.destroy() };
}

export function isThere(url: string): boolean {
  const path = sqlitePath(url);
  return path === undefined || existsSync(path);
}

/** Path of a SQLite database's file; undefined for PostgreSQL. @throws UnknownDatabase */
export function sqlitePath(url: string): string | undefined {
  return databaseKind(url) === 'sqlite' ? url.slice('sqlite:'.length) : undefined;
}

export function databaseKind(url: string): DatabaseKind {
  if (url.startsWith('sqlite:') && url !== 'sqlite:') return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres';
  throw new UnknownDatabase('A database address is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.');
}
