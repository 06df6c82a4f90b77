import { setTimeout as wait } from 'node:timers/promises';
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

/** A commit got no answer, and it is certain that it did not happen. */
export class TransactionUndone extends Error {
  override name = 'TransactionUndone';
}

/** On so many other connections the same is asked. */
const mostElsewhere = 10;

/**
 * The server gives back what a transaction holds whose client it does not hear of any more: behind a network that swallows
 * everything it would believe in it for hours. In milliseconds, for longer than anything of ours pauses.
 */
const endsByItself = 'set local idle_in_transaction_session_timeout = 30000';

/** How often, and after which pauses in milliseconds, a commit is asked for that the server is still busy with. */
const looks = { most: 10, pause: 200 };

/**
 * What becomes of work whose connection the server closes, in a restart or a fail-over: what only reads is asked again
 * on another one; and of a commit without an answer it is found out whether it happened. What was under way in a
 * transaction is `transact`'s to do again.
 */
export class ReconnectingDriver extends PostgresDriver {
  readonly #transactions = new WeakMap<DatabaseConnection, string>();
  readonly #once = new WeakSet<DatabaseConnection>();
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#known.has(connection)) this.#askAgainWhenLost(connection);
    this.#known.add(connection);
    return connection;
  }

  /** Learns the transaction's number on the same way, by which it can be asked for afterwards. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    this.#transactions.set(connection, '');
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings);
    const all = CompiledQuery.raw(`begin; ${endsByItself}; select txid_current() as id`);
    const { rows } = await connection.executeQuery<{ id: string }>(all);
    this.#transactions.set(connection, rows[0]?.id ?? '');
  }

  /** @throws TransactionUndone, or what went wrong where nobody knows what became of it */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      const id = this.#transactions.get(connection);
      if (!id || !isDatabaseAway(error)) throw error;
      const status = await this.#statusOf(id, error);
      if (status === 'aborted') throw new TransactionUndone('The commit did not happen.', { cause: error });
      if (status !== 'committed') throw error;
    }
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

  /** https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT */
  async #statusOf(id: string, before: unknown): Promise<string | undefined> {
    const query = CompiledQuery.raw('select txid_status($1::bigint) as status', [id]);
    for (let look = 1; ; look += 1) {
      const { rows } = await this.#askElsewhere<{ status: string | null }>(query, before);
      const status = rows[0]?.status ?? undefined;
      if (status !== 'in progress' || look === looks.most) return status;
      await wait(looks.pause);
    }
  }
}

function onlyReads({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
}
