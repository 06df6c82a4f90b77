import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Dialect,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** The two kinds of values that Node's SQLite driver takes and that we use. */
type Value = string | number | bigint | null | Uint8Array;

/**
 * Kysely's SQLite dialect over Node's own driver, with full durability: a commit that returned survives
 * a crash of the machine (https://sqlite.org/pragma.html#pragma_synchronous).
 * @param path a file, whose folder is made when missing, or `:memory:`
 */
export function sqliteDialect(path: string): Dialect {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('pragma foreign_keys = on; pragma busy_timeout = 5000');
  const config = { database: { prepare: cachedStatements(database), close: () => database.close() } };
  const dialect = new SqliteDialect(config);
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new TransactionDriver(config, database),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/**
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
    await super.beginTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isOpen && this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Kysely asks for a statement per query; compiling SQL again each time would cost more than running it. */
function cachedStatements(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof adapt>>();
  return (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= 500) statements.clear();
    const statement = adapt(database.prepare(sql));
    statements.set(sql, statement);
    return statement;
  };
}

/** The face of a statement that Kysely's dialect expects: whether it returns rows, and parameters as one list. */
function adapt(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...parameters.map(toValue)),
    run: (parameters: readonly unknown[]) => statement.run(...parameters.map(toValue)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(toValue)),
  };
}

function toValue(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite takes no ${typeof value}: store it as text.`);
}
