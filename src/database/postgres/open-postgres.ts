import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Client, Pool, PoolClient } from 'pg';
import { isDatabaseAway } from './away.ts';

type Own = Parameters<PostgresDriver['releaseConnection']>[0];

const mostElsewhere = 10;

/**
 * Makes the server release the locks of a vanished client, which could take hours on a network that drops packets. In
 * milliseconds; longer than any pause within our transactions.
 */
const endsByItself = 'set local idle_in_transaction_session_timeout = 30000';

/**
 * Repeats read-only queries on another connection after the server closed theirs (restart, failover).
 * Transactions are repeated by `transact`.
 */
class ReconnectingDriver extends PostgresDriver {
  readonly #transactions = new WeakSet<DatabaseConnection>();
  /** Queries without repetition, by connection. */
  readonly #asks = new WeakMap<DatabaseConnection, DatabaseConnection['executeQuery']>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#asks.has(connection)) this.#askAgainWhenLost(connection);
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    this.#transactions.add(connection);
    if (settings.isolationLevel || settings.accessMode) await super.beginTransaction(connection, settings);
    else await connection.executeQuery(CompiledQuery.raw(`begin; ${endsByItself}`));
  }

  /** Ignores a lost connection: the server rolls back anyway. */
  override async rollbackTransaction(connection: Own): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
    });
  }

  override async releaseConnection(connection: Own): Promise<void> {
    this.#transactions.delete(connection);
    await super.releaseConnection(connection);
  }

  #askAgainWhenLost(connection: DatabaseConnection): void {
    const ask: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    this.#asks.set(connection, ask);
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      try {
        return await ask<Row>(query);
      } catch (error) {
        if (this.#transactions.has(connection) || !onlyReads(query) || !isDatabaseAway(error)) throw error;
        return this.#askElsewhere<Row>(query, error);
      }
    };
  }

  /** Tries several connections, since other idle ones may be closed too. @throws the first error */
  async #askElsewhere<Row>(query: CompiledQuery, before: unknown): Promise<QueryResult<Row>> {
    for (let tries = 0; tries < mostElsewhere; tries += 1) {
      const other = await this.acquireConnection().catch(() => undefined);
      const ask = other && this.#asks.get(other);
      if (!ask) break;
      try {
        return await ask<Row>(query);
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
      } finally {
        await this.releaseConnection(other as Own);
      }
    }
    throw before;
  }
}

/** A query with a CTE may write. */
function onlyReads({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return query.with === undefined;
  return query.kind === 'RawNode' && /^\s*select\b/i.test(sql);
}

export interface PostgresOptions {
  /** Maximum number of open connections; further queries wait. */
  connections?: number;
  /** Disables the query timeout, for migrations and commands run in a terminal. */
  isPatient?: boolean;
  /** Every transaction is read-only; with SQLite, no file is created or changed. */
  onlyReads?: boolean;
}

/** Timeouts, in milliseconds. */
const patience = {
  /** Waiting for a connection, new or from the pool. */
  connecting: 5_000,
  /**
   * Retrying a server that refuses connections, e.g. during a restart. Slack expects an answer within three seconds.
   */
  returning: 2_000,
  /** Waiting for a query's result; after a silent failover, only a timeout detects that there is none. */
  query: 20_000,
  /** Waiting for a read-only query of a terminal command. */
  reading: 5_000,
  closing: 3_000,
};

/** Interval of retries of a server that refuses connections, in milliseconds. */
const pauseBetween = 100;

/** TCP keepalive, in milliseconds, to detect dead peers on idle connections. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export function openPostgres<Schema>(
  url: string,
  { connections = 10, isPatient = false, onlyReads = false }: PostgresOptions,
) {
  const clients = new Set<PoolClient>();
  const config = { pool: () => postgresPool(url, { connections, isPatient, onlyReads }, clients) };
  const createDriver = () => new ReconnectingDriver(config);
  const db = new Kysely<Schema>({ dialect: Object.assign(new PostgresDialect(config), { createDriver }) });

  /** An unresponsive server must not block the shutdown; ending a client aborts its query. */
  async function close(): Promise<void> {
    const cut = setTimeout(() => {
      for (const client of clients) void (client as unknown as Client).end().catch(() => {});
    }, patience.closing);
    await db.destroy().finally(() => clearTimeout(cut));
  }
  return { kind: 'postgres' as const, db, close };
}

/**
 * Loads the driver at the first query, since SQLite doesn't need it. Without error listeners, broken
 * connections would end the process (https://node-postgres.com/apis/pool#error).
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

/** Removes a broken connection from the pool at once, before its user releases it. */
function makeRoom(client: PoolClient): void {
  const { release } = client;
  client.release = () => {};
  release(true);
}

/** Retries connecting: nothing was sent yet, so waiting for a restarting server is safe. */
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

interface Cuttable {
  query(sql: string, values: unknown[]): Promise<unknown>;
  connection: { stream: { destroy(reason: Error): void } };
}

/** Closes a connection whose query exceeds the limit (milliseconds), since later queries would wait behind it. */
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
 * Wraps each query in a read-only transaction: poolers reject startup options, and session settings would
 * leak to other clients.
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

/** No result arrived in time; the query may have been executed. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('PostgreSQL did not answer in time.');
  }
}

/** The server became a standby: a new connection leads to the primary. */
function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}
