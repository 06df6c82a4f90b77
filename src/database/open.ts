import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { sqliteDialect } from './sqlite.ts';

/** Which of the two databases this is: the few places where their SQL differs ask for it. */
export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database<Schema> {
  kind: DatabaseKind;
  db: Kysely<Schema>;
  /** Ends all connections; queries under way are finished first. */
  close(): Promise<void>;
}

/** The address is neither `sqlite:PATH` nor `postgres://…`. */
export class UnknownDatabase extends Error {
  override name = 'UnknownDatabase';
}

/**
 * Opens a database. Nothing is migrated.
 * @param url `sqlite:PATH` (relative to the working folder, or `sqlite::memory:`) or `postgres://…`
 * @throws UnknownDatabase for any other address
 */
export function openDatabase<Schema>(url: string): Database<Schema> {
  const kind = databaseKind(url);
  const dialect =
    kind === 'sqlite'
      ? sqliteDialect(url.slice('sqlite:'.length))
      : new PostgresDialect({ pool: postgresPool(url) });
  const db = new Kysely<Schema>({ dialect });
  return { kind, db, close: () => db.destroy() };
}

/**
 * A connection that breaks while nobody uses it (the server restarts, a fail-over) is replaced by the next query.
 * Without listeners its error would end the process (https://node-postgres.com/apis/pool#error).
 */
function postgresPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 10 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Tells the kind from the address. @throws UnknownDatabase */
export function databaseKind(url: string): DatabaseKind {
  if (url.startsWith('sqlite:') && url !== 'sqlite:') return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres';
  throw new UnknownDatabase('A database address is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.');
}
