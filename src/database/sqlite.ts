import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type LimitNode,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { makePrivate } from './private-file.ts';
import { explaining } from './unusable.ts';

export function sqliteDialect(path: string, open = openFile): Dialect {
  return dialectOver(
    explaining(path, () => open(path)),
    path,
  );
}

/**
 * Opens a file to read, even while it is in use: no file is created or changed. Declares it immutable where there is
 * no WAL file: in WAL mode, SQLite creates files even for readers otherwise
 * (https://sqlite.org/wal.html#read_only_databases).
 */
export function openFileToRead(path: string): DatabaseSync {
  const unused = pathToFileURL(path);
  unused.search = '?immutable=1';
  const isInUse = statSync(`${path}-wal`, { throwIfNoEntry: false }) !== undefined;
  return new DatabaseSync(isInUse ? path : unused, { readOnly: true, timeout: 2_000 });
}

/** Kysely dialect for an open SQLite file. @param path for error messages */
export function dialectOver(database: DatabaseSync, path: string): Dialect {
  const config = { database: { prepare: cachedStatements(database, path), close: () => database.close() } };
  const createDriver = () => new TransactionDriver(config, database);
  const createQueryCompiler = () => new QueryCompiler();
  return Object.assign(new SqliteDialect(config), { createDriver, createQueryCompiler });
}

/** Writes a limit into the SQL: SQLite prepares a statement again for each bound limit. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ');
    if (ValueNode.is(limit) && typeof limit.value === 'number') this.append(String(limit.value));
    else this.visitNode(limit);
  }
}

/**
 * Begins transactions with `immediate`, so that they wait for other writers (`busy_timeout`). A transaction that
 * reads first and writes later would fail if another process wrote in between
 * (https://sqlite.org/rescode.html#busy_snapshot).
 * After some errors, e.g. a full disk, SQLite has rolled back already (https://sqlite.org/lang_transaction.html), so
 * a rollback runs only within a transaction: otherwise its own error would hide the cause. One left open would block
 * the next begin.
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

/** Size that the WAL file is truncated to after a checkpoint, in bytes. */
const longestLog = 16 * 1024 ** 2;
/** WAL pages until a checkpoint, which runs in the committing process; few, to keep it short. */
const checkpointEvery = 250;

function openFile(path: string): DatabaseSync {
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    // Must be first: after a crash, the first process to open the file locks it for recovery.
    database.exec('pragma busy_timeout = 5000');
    // Only works on a new, empty file; lets free pages be returned to the system.
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

/** Kysely prepares a statement per query; compiling SQL takes longer than running it. */
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

/** Adapts a statement to Kysely's interface, which has `reader` and takes parameters as a list. */
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
