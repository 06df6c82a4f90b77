import { existsSync } from 'node:fs';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isDatabaseAway } from './postgres/away.ts';
import { openPostgres, type PostgresOptions } from './postgres/open-postgres.ts';
import { openFileToRead, sqliteDialect } from './sqlite.ts';
import { explainPostgresError, madeByAnother } from './unusable.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database<Schema> {
  kind: DatabaseKind;
  db: Kysely<Schema>;
  /** Closes all connections after their current queries, unless the server doesn't respond. */
  close(): Promise<void>;
}

export class UnknownDatabase extends Error {
  override name = 'UnknownDatabase';
}

/**
 * `sqlite:PATH` (relative to the working folder), `sqlite::memory:` or `postgres://…`; throws UnknownDatabase
 * for any other address.
 */
export function openDatabase<Schema>(url: string, options: PostgresOptions = {}): Database<Schema> {
  const path = sqlitePath(url);
  if (path === undefined) return openPostgres(url, options);
  const open = options.onlyReads ? openFileToRead : undefined;
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path, open) });
  return { kind: 'sqlite', db, close: () => db.destroy() };
}

export function isThere(url: string): boolean {
  const path = sqlitePath(url);
  return path === undefined || existsSync(path);
}

/** Path of a SQLite database's file; undefined for PostgreSQL. @throws UnknownDatabase */
export function sqlitePath(url: string): string | undefined {
  return databaseKind(url) === 'sqlite' ? url.slice('sqlite:'.length) : undefined;
}

export function databaseKind(url: string): DatabaseKind {
  if (url.startsWith('sqlite:') && url !== 'sqlite:') return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgres';
  throw new UnknownDatabase('A database address is sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.');
}

/** Migrations by name, e.g. `001-people`; each runs once, in the order of names. */
export type Migrations = Record<string, Migration>;

/**
 * Statements end in a semicolon at the end of a line. A migration must be repeatable ("if not exists"):
 * SQLite records it only after its commit.
 */
export function sqlMigration(statements: string): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements.trim().split(/;\n/)) await sql.raw(statement).execute(db);
    },
  };
}

/** Whether a table has a column, so that a migration that adds it can be repeated. */
export async function hasColumn(db: Kysely<unknown>, table: string, column: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  const { columns = [] } = tables.find(({ name }) => name === table) ?? {};
  return columns.some(({ name }) => name === column);
}

/**
 * Safe to call from several processes: the migrator holds a lock. Returns the names of the migrations run;
 * throws DatabaseUnusable, or the failed migration's error.
 */
export async function migrate<Schema>(db: Kysely<Schema>, migrations: Migrations): Promise<string[]> {
  // Usually all have run; the migrator would first write its lock.
  if ((await pendingMigrations(db, migrations)).length === 0) return [];
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw explainPostgresError(error);
  return results.map((result) => result.migrationName);
}

/** Closes the database if a migration fails. Throws UnknownDatabase, and the errors of `migrate`. */
export async function openMigrated<Schema>(
  url: string,
  migrationsFor: (kind: DatabaseKind) => Migrations,
  options: PostgresOptions = {},
): Promise<Database<Schema>> {
  // On PostgreSQL, migrations use their own connections without the usual query timeout.
  const first = openDatabase<Schema>(url, { isPatient: true });
  const isForThatAlone = first.kind === 'postgres' && options.isPatient !== true;
  try {
    await migrate(first.db, migrationsFor(first.kind));
  } catch (error) {
    await first.close();
    throw error;
  }
  if (!isForThatAlone) return first;
  await first.close();
  return openDatabase<Schema>(url, options);
}

/** Names of migrations that haven't run. @throws DatabaseUnusable if others have */
export async function pendingMigrations<Schema>(db: Kysely<Schema>, migrations: Migrations) {
  const run = await namesOfRun(db).catch((error: unknown) => {
    throw explainPostgresError(error);
  });
  const unknown = run.find((name) => !(name in migrations));
  if (unknown !== undefined) throw madeByAnother(unknown);
  return Object.keys(migrations).filter((name) => !run.includes(name));
}

async function namesOfRun<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Runs concurrent work in batches, one at a time: what comes in during a batch shares the next one, with its query
 * or its wait for the disk. An item is never in a batch that began before it.
 * @param run takes up to `most` items and returns their results in the same order; an error rejects all of them
 */
export function inBatches<Item, Result>(run: (items: Item[]) => Promise<readonly Result[]>, most = 64) {
  const waiting: { item: Item; answer: PromiseWithResolvers<Result> }[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Let requests that have arrived be read first, so that they are in this batch.
      await setImmediate();
      const batch = waiting.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, result] of results.entries()) batch[index]?.answer.resolve(result);
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    isRunning = false;
  }

  return (item: Item): Promise<Result> => {
    const answer = Promise.withResolvers<Result>();
    waiting.push({ item, answer });
    if (!isRunning) void runAll();
    return answer.promise;
  };
}

/** Runs work in a transaction; when this resolves, it is committed durably. */
type Transact<Schema> = <Result>(work: (tx: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

type Statement<Schema> = <Result>(work: (db: Kysely<Schema>) => Promise<Result>) => Promise<Result>;

const mostTogether = 50;

/**
 * Shares commits on SQLite, since syncing the disk is the main cost: work that arrives during a commit runs
 * in the next one, in order, each under its own savepoint. Nothing is retried. PostgreSQL groups commits itself.
 */
export function createTransact<Schema>({ db, kind }: Database<Schema>): Transact<Schema> {
  if (kind === 'postgres') return (work) => transactAgain(db, work);
  type Work = (tx: Transaction<Schema>) => Promise<void>;
  const together = inBatches(
    (works: Work[]) =>
      db.transaction().execute(async (tx) => {
        const [first, ...others] = works;
        if (first && others.length === 0) {
          // An error rolls the whole transaction back, so it needs no savepoint.
          await first(tx);
          return [undefined];
        }
        const failures: ({ error: unknown } | undefined)[] = [];
        for (const work of works) failures.push(await underSavepoint(tx, work));
        return failures;
      }),
    mostTogether,
  );
  return async <Result>(work: (tx: Transaction<Schema>) => Promise<Result>) => {
    const results: Result[] = [];
    const failure = await together(async (tx) => void results.push(await work(tx)));
    if (failure) throw failure.error;
    return results[0] as Result;
  };
}

/** Retries after a broken connection, in milliseconds. A restarting server closes one connection after the other. */
const again = { atMost: 5_000, pause: 20 };

/**
 * Repeats work whose connection breaks (restart, failover). Only for work that may be done twice, such as a deletion.
 * @throws the error of the work, also if the database stays away
 */
export async function whileAway<Result>(
  work: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  let until: number | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      until ??= performance.now() + again.atMost;
      if (!mayRepeat() || !isDatabaseAway(error) || performance.now() > until) throw error;
    }
    await wait(again.pause);
  }
}

/**
 * Repeats a transaction whose connection breaks before the commit (restart, failover), since PostgreSQL then
 * rolls it back. A commit without a response is an error: its outcome is unknown, and callers have to check.
 */
export function transactAgain<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false;
  const attempt = () => {
    isCommitting = false;
    return db.transaction().execute(async (tx) => {
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  };
  return whileAway(attempt, () => !isCommitting);
}

/** Runs single statements without an explicit transaction on PostgreSQL, which saves round trips. */
export function createStatement<Schema>(
  { db, kind }: Database<Schema>,
  transact: Transact<Schema>,
): Statement<Schema> {
  return kind === 'postgres' ? (work) => work(db) : transact;
}

/**
 * @returns the error of failed work, which is taken back; undefined for success
 * @throws that error where SQLite has rolled back the whole transaction already, as after a full disk; all callers get
 * it (https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction)
 */
async function underSavepoint<Schema>(
  tx: Transaction<Schema>,
  work: (tx: Transaction<Schema>) => Promise<void>,
): Promise<{ error: unknown } | undefined> {
  await sql`savepoint one`.execute(tx);
  const failure = await work(tx).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (failure) await sql`rollback to one`.execute(tx).catch(() => Promise.reject(failure.error));
  await sql`release one`.execute(tx);
  return failure;
}
