import { Kysely, PostgresDialect } from 'kysely';
import type { Client, Pool, PoolClient, PoolConfig } from 'pg';
import { sqliteDialect } from './sqlite.ts';

/** Which of the two databases this is: the few places where their SQL differs ask for it. */
export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database<Schema> {
  kind: DatabaseKind;
  db: Kysely<Schema>;
  /** Ends all connections; queries under way are finished first, unless the server does not answer any more. */
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
  if (kind === 'postgres') return openPostgres(url);
  const db = new Kysely<Schema>({ dialect: sqliteDialect(url.slice('sqlite:'.length)) });
  return { kind, db, close: () => db.destroy() };
}

/** How long getting a connection may take, and how long queries under way when all of them end, in milliseconds. */
const patience = { connecting: 5_000, closing: 3_000 };

/**
 * Opens a PostgreSQL database; nothing is asked of it before the first query.
 * @param more of how the driver connects
 */
export function openPostgres<Schema>(url: string, more: PoolConfig = {}): Database<Schema> {
  const clients = new Set<PoolClient>();
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: () => postgresPool(url, clients, more) }),
  });

  /** A server that does not answer any more must not keep the process: ending a client breaks off its query. */
  async function close(): Promise<void> {
    const cut = setTimeout(() => {
      for (const client of clients) void (client as unknown as Client).end().catch(() => {});
    }, patience.closing);
    await db.destroy().finally(() => clearTimeout(cut));
  }
  return { kind: 'postgres', db, close };
}

/**
 * The driver is loaded by the first query: on SQLite it would only cost start and memory.
 *
 * A connection that breaks while nobody uses it (the server restarts, a fail-over) is replaced by the next query.
 * Without listeners its error would end the process (https://node-postgres.com/apis/pool#error).
 */
async function postgresPool(url: string, clients: Set<PoolClient>, more: PoolConfig): Promise<Pool> {
  const { default: pg } = await import('pg');
  const usual = { max: 10, connectionTimeoutMillis: patience.connecting };
  const pool = new pg.Pool({ connectionString: url, ...usual, ...more });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => clients.delete(client));
  return pool;
}

/** Tells the kind from the address. @throws UnknownDatabase */
export function databaseKind(url: string): DatabaseKind {
  if (url.startsWith('sqlite:') && url !== 'sqlite:') return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres';
  throw new UnknownDatabase('A database address is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.');
}
