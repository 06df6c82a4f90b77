import { type Kysely, sql } from 'kysely';
import type { Migration, Migrator } from 'kysely/migration';
import { type Database, type DatabaseKind, openDatabase } from './open.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { explainMigrationError, madeByAnother } from './unusable.ts';

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
  if (await haveAllRun(db, Object.keys(migrations))) return [];
  const migrator = await migratorFor(db, migrations);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw explainMigrationError(error);
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

export async function pendingMigrations<Schema>(db: Kysely<Schema>, migrations: Migrations) {
  const migrator = await migratorFor(db, migrations);
  const all = await migrator.getMigrations().catch((error: unknown) => {
    throw explainMigrationError(error);
  });
  const [unknown] = (await namesOfRun(db)).filter((name) => !(name in migrations));
  if (unknown !== undefined) throw madeByAnother(unknown);
  return all.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

/** Asks in one query, since usually all have run; the migrator would first write its lock. */
async function haveAllRun<Schema>(db: Kysely<Schema>, names: readonly string[]): Promise<boolean> {
  return String((await namesOfRun(db)).sort()) === String(names.toSorted());
}

/** Names of migrations that have run; empty if they can't be read. */
async function namesOfRun<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration`;
  const run = await query.execute(db).catch(() => ({ rows: [] }));
  return run.rows.map(({ name }) => name);
}

async function migratorFor<Schema>(db: Kysely<Schema>, migrations: Migrations): Promise<Migrator> {
  const { Migrator } = await import('kysely/migration');
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
