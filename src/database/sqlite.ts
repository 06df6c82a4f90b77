import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { makePrivate } from './private-file.ts';
import { explaining } from './unusable.ts';

/**
 * Kysely's SQLite dialect over Node's own driver, with full durability: a commit that returned survives
 * a crash of the machine (https://sqlite.org/pragma.html#pragma_synchronous).
 * @param path a file, readable by its owner alone, which is made with its folder when missing; or `:memory:`
 * @throws DatabaseUnusable, as every query does whose failure is the file's
 */
export function sqliteDialect(path: string): Dialect {
  return dialectOver(
    explaining(path, () => openFile(path)),
    path,
  );
}

/** The same over an open file. */
export function dialectOver(database: DatabaseSync, path: string): Dialect {
  const config = { database: { prepare: cachedStatements(database, path), close: () => database.close() } };
  const createDriver = () => new TransactionDriver(config, database);
  return Object.assign(new SqliteDialect(config), { createDriver });
}

/**
 * A transaction is one that writes from its beginning: what another process is writing (the command line beside the
 * bot, say) is waited for, see `busy_timeout`. One that reads first and writes later would fail at once when somebody
 * else wrote in between (https://sqlite.org/rescode.html#busy_snapshot).
 *
 * After some failures (a full disk, a commit that is refused) SQLite has ended the transaction by itself, or has not
 * (https://sqlite.org/lang_transaction.html). A rollback of nothing would hide the reason behind an error of its own,
 * and what was left open would let no other transaction begin.
 */
class TransactionDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.rollbackTransaction(connection);
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isOpen && this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** What the write-ahead log keeps of the disk once what it holds is in the database itself, in bytes. */
const longestLog = 16 * 1024 ** 2;
/** After how many of its pages it is brought into the database, by whoever commits then: few, so that it is soon done. */
const checkpointEvery = 250;

function openFile(path: string): DatabaseSync {
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    // First of all: after a crash whoever opens the file first repairs it, and has it alone for a moment.
    database.exec('pragma busy_timeout = 5000');
    // Only of a new file, and before anything is in it: so that free pages can be given back.
    database.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal');
    database.exec(
      `pragma journal_size_limit = ${longestLog}; pragma wal_autocheckpoint = ${checkpointEvery}`,
    );
    database.exec('pragma synchronous = full; pragma foreign_keys = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

type Statement = ReturnType<typeof adapt>;

/** Kysely asks for a statement per query; compiling SQL again each time would cost more than running it. */
function cachedStatements(database: DatabaseSync, path: string) {
  const statements = new LRUCache<string, Statement>({ max: 500 });
  return (sql: string): Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = explaining(path, () => adapt(database.prepare(sql), path));
    statements.set(sql, statement);
    return statement;
  };
}

/** The face of a statement that Kysely's dialect expects: whether it returns rows, and parameters as one list. */
function adapt(statement: StatementSync, path: string) {
  const explained = <Result>(work: () => Result) => explaining(path, work);
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]): unknown[] =>
      explained(() => statement.all(...parameters.map(toValue))),
    run: (parameters: readonly unknown[]) => explained(() => statement.run(...parameters.map(toValue))),
    iterate: (parameters: readonly unknown[]): IterableIterator<unknown> =>
      explained(() => statement.iterate(...parameters.map(toValue))),
  };
}

function toValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite takes no ${typeof value}: store it as text.`);
}
