import { type Kysely, sql } from 'kysely';
import type { Migration, Migrator } from 'kysely/migration';
import { type Database, type DatabaseKind, openDatabase } from './open.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { explainMigrationError, madeByAnother } from './unusable.ts';

/** Migrations by name; they run in the order of their names, each once, e.g. `001-people`. */
export type Migrations = Record<string, Migration>;

/**
 * A migration that is SQL, each statement ending in a semicolon at the end of a line. It has to do no harm when it runs
 * once more ("if not exists"): SQLite notes it as done only after it is committed.
 */
export function sqlMigration(statements: string): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements.trim().split(/;\n/)) await sql.raw(statement).execute(db);
    },
  };
}

/**
 * Brings the tables up to date. Safe to call from several processes at once: the migrator holds a lock.
 * @returns the names of the migrations that ran now
 * @throws DatabaseUnusable, or what the failing migration threw; nothing after it has run
 */
export async function migrate<Schema>(db: Kysely<Schema>, migrations: Migrations): Promise<string[]> {
  if (await haveAllRun(db, Object.keys(migrations))) return [];
  const migrator = await migratorFor(db, migrations);
  const { error, results = [] } = await migrator.migrateToLatest();
  // SQLite's errors say what to do already: see `sqliteDialect`.
  if (error) throw explainMigrationError(error);
  return results.map((result) => result.migrationName);
}

/**
 * Opens a database and brings its tables up to date; closes it again where that fails.
 * @throws UnknownDatabase, and what `migrate` throws
 */
export async function openMigrated<Schema>(
  url: string,
  migrationsFor: (kind: DatabaseKind) => Migrations,
  options: PostgresOptions = {},
): Promise<Database<Schema>> {
  // On PostgreSQL by connections of its own: a migration may take longer than a query of everyday.
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

/** The names of the migrations that have not run yet. @throws DatabaseUnusable, where others have run than these too */
export async function pendingMigrations<Schema>(db: Kysely<Schema>, migrations: Migrations) {
  const migrator = await migratorFor(db, migrations);
  const all = await migrator.getMigrations().catch((error: unknown) => {
    throw explainMigrationError(error);
  });
  const [unknown] = (await namesOfRun(db)).filter((name) => !(name in migrations));
  if (unknown !== undefined) throw madeByAnother(unknown);
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/**
 * Nearly every start finds that they have, which one query tells; the migrator would write its lock first. What goes
 * wrong with the query the migrator meets too.
 */
async function haveAllRun<Schema>(db: Kysely<Schema>, names: readonly string[]): Promise<boolean> {
  return String((await namesOfRun(db)).sort()) === String(names.toSorted());
}

/** The names of the migrations that have run; none where that cannot be read. */
async function namesOfRun<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration`;
  const run = await query.execute(db).catch(() => ({ rows: [] }));
  return run.rows.map(({ name }) => name);
}

/** Loaded where there is something for it to do. */
async function migratorFor<Schema>(db: Kysely<Schema>, migrations: Migrations): Promise<Migrator> {
  const { Migrator } = await import('kysely/migration');
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
