import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
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
export class ReconnectingDriver extends PostgresDriver {
  readonly #transactions = new WeakSet<DatabaseConnection>();
  readonly #once = new WeakSet<DatabaseConnection>();
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#known.has(connection)) this.#askAgainWhenLost(connection);
    this.#known.add(connection);
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    this.#transactions.add(connection);
    if (settings.isolationLevel || settings.accessMode) await super.beginTransaction(connection, settings);
    else await connection.executeQuery(CompiledQuery.raw(`begin; ${endsByItself}`));
  }

  /** If the connection is lost, the server rolls back anyway. */
  override async rollbackTransaction(connection: Own): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
    });
  }

  override async releaseConnection(connection: Own): Promise<void> {
    this.#transactions.delete(connection);
    this.#once.delete(connection);
    await super.releaseConnection(connection);
  }

  #askAgainWhenLost(connection: DatabaseConnection): void {
    const ask = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      try {
        return await ask<Row>(query);
      } catch (error) {
        const isFinal = this.#transactions.has(connection) || this.#once.has(connection);
        if (isFinal || !onlyReads(query) || !isDatabaseAway(error)) throw error;
        return this.#askElsewhere<Row>(query, error);
      }
    };
  }

  /** Tries several connections, since other idle ones may be closed too. @throws the first error */
  async #askElsewhere<Row>(query: CompiledQuery, before: unknown): Promise<QueryResult<Row>> {
    for (let tries = 0; tries < mostElsewhere; tries += 1) {
      const other = await this.acquireConnection().catch(() => undefined);
      if (!other) break;
      this.#once.add(other);
      try {
        return await other.executeQuery<Row>(query);
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
