import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Database, type DatabaseKind, openDatabase } from './open.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { explainPostgresError, madeByAnother } from './unusable.ts';

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
