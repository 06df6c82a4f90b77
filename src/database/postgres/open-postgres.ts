import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresDialectConfig, type PostgresPoolClient } from 'kysely';
import type { Client, Pool, PoolClient } from 'pg';
import { isDatabaseAway } from './away.ts';
import { ReconnectingDriver } from './reconnecting-driver.ts';

/** How PostgreSQL is used. */
export interface PostgresOptions {
  /** The most connections that are open at a time; what needs another one waits for it. */
  connections?: number;
  /** Whether a query may take as long as it takes: a migration, or a command that somebody watches. */
  isPatient?: boolean;
  /** Whether nothing may be written. */
  onlyReads?: boolean;
}

/** In milliseconds. */
const patience = {
  /** For a connection, whether it has to be made or one becomes free. */
  connecting: 5_000,
  /** For a server that refuses connections, as one that restarts does: Slack gives three seconds for an answer. */
  returning: 2_000,
  /** For the answer to a query: after a silent fail-over nothing else tells that there will be none. */
  query: 20_000,
  /** The same for somebody who waits at a terminal for what is only looked up. */
  reading: 5_000,
  /** For queries under way when all of them end. */
  closing: 3_000,
};

/** How soon a server is asked again that refuses connections, in milliseconds. */
const pauseBetween = 100;

/** A peer that is gone is noticed also where nothing is sent: asked after so long, in milliseconds. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Opens a pool of connections, each when it is needed. */
export function openPostgres<Schema>(
  url: string,
  { connections = 10, isPatient = false, onlyReads = false }: PostgresOptions,
) {
  const clients = new Set<PoolClient>();
  const pool = () => postgresPool(url, { connections, isPatient, onlyReads }, clients);
  const db = new Kysely<Schema>({ dialect: new ReconnectingDialect({ pool }) });

  /** A server that does not answer any more must not keep the process: ending a client breaks off its query. */
  async function close(): Promise<void> {
    const cut = setTimeout(() => {
      for (const client of clients) void (client as unknown as Client).end().catch(() => {});
    }, patience.closing);
    await db.destroy().finally(() => clearTimeout(cut));
  }
  return { kind: 'postgres' as const, db, close };
}

class ReconnectingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): ReconnectingDriver {
    return new ReconnectingDriver(this.#config);
  }
}

/**
 * The driver is loaded by the first query: on SQLite it would only cost start and memory.
 *
 * A connection that breaks while nobody uses it (the server restarts, a fail-over) is replaced by the next query.
 * Without listeners its error would end the process (https://node-postgres.com/apis/pool#error).
 */
async function postgresPool(
  url: string,
  { connections, isPatient, onlyReads }: Required<PostgresOptions>,
  clients: Set<PoolClient>,
) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience.connecting,
    ...keptAlive,
  });
  const inUse = new Set<PoolClient>();
  const limit = onlyReads ? patience.reading : isPatient ? undefined : patience.query;
  pool.on('error', () => {});
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => inUse.has(client) && makeRoom(client));
    if (onlyReads) onlyRead(client);
    watchQueries(client, limit);
  });
  pool.on('remove', (client) => clients.delete(client));
  return { connect: () => connectWhenBack(pool), end: () => pool.end(), options: pool.options };
}

/** A broken connection takes no other one's place until whoever has it has noticed. */
function makeRoom(client: PoolClient): void {
  const { release } = client;
  client.release = () => {};
  release(true);
}

/** Nothing was sent yet, so whatever needs the connection can wait for a server that is about to be back. */
async function connectWhenBack(pool: Pool): Promise<PostgresPoolClient> {
  const until = performance.now() + patience.returning;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error;
      await wait(pauseBetween);
    }
  }
}

/** What the driver does not declare of a connection. */
interface Cuttable {
  query(sql: string, values: unknown[]): Promise<unknown>;
  connection: { stream: { destroy(reason: Error): void } };
}

/**
 * Cuts a connection on which a query gets no answer in time: it would be in front of everything that is asked there later.
 * Of several statements at once the last one's rows count.
 * @param limit in milliseconds; a query takes as long as it takes where there is none
 */
function watchQueries(client: PoolClient, limit: number | undefined): void {
  const { connection } = client as unknown as Cuttable;
  const ask = client.query.bind(client) as unknown as Cuttable['query'];
  const query: Cuttable['query'] = async (sql, values) => {
    const cut = limit && setTimeout(() => connection.stream.destroy(new DatabaseSilent()), limit);
    try {
      const answer = await ask(sql, values);
      return Array.isArray(answer) ? answer.at(-1) : answer;
    } catch (error) {
      if (isReadOnly(error)) connection.stream.destroy(new DatabaseSilent());
      throw error;
    } finally {
      clearTimeout(cut);
    }
  };
  Object.assign(client, { query });
}

/**
 * Each query becomes a transaction that may not write. A pooler refuses what a connection would have to be begun with,
 * and gives what is set in a session to whoever gets the connection next.
 */
function onlyRead(client: PoolClient): void {
  const ask = client.query.bind(client) as unknown as Cuttable['query'];
  const query: Cuttable['query'] = async (sql, values) => {
    await ask('begin transaction read only', []);
    try {
      return await ask(sql, values);
    } finally {
      await ask('rollback', []).catch(() => {});
    }
  };
  Object.assign(client, { query });
}

/** No answer came in time. What was asked may have been done. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL did not answer in time.');
  }
}

/** The server has become a standby: another connection leads to the one that takes its place. */
function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}
