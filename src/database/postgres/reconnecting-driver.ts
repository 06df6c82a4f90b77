import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { isDatabaseAway } from './away.ts';

/** What the driver wants back; its type is not exported. */
type Own = Parameters<PostgresDriver['releaseConnection']>[0];

/** On so many other connections the same is asked. */
const mostElsewhere = 10;

/**
 * The server gives back what a transaction holds whose client it does not hear of any more: behind a network that swallows
 * everything it would believe in it for hours. In milliseconds, for longer than anything of ours pauses.
 */
const endsByItself = 'set local idle_in_transaction_session_timeout = 30000';

/**
 * What becomes of work whose connection the server closes, in a restart or a fail-over: what only reads is asked again
 * on another one. What was under way in a transaction is `transact`'s to do again.
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

  /** Where the connection is gone the server does that by itself. */
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

  /** Of several that lie idle each can be one that is closed already. @throws what went wrong first */
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

/** A selection may stand behind something that is written. */
function onlyReads({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return query.with === undefined;
  return query.kind === 'RawNode' && /^\s*select\b/i.test(sql);
}
