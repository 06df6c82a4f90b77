import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sql } from 'kysely';
import { type Check, type Found, failure, ok, warning } from '../../bot/health/check.ts';
import type { Migrations } from '../../database/migrate.ts';
import { type Database, type DatabaseKind, sqlitePath } from '../../database/open.ts';
import { openToRead } from '../../database/read-only.ts';
import { DatabaseUnusable, explainPostgresError } from '../../database/unusable.ts';
import { database as said } from './messages.ts';

/** Largest file to check for damage, in bytes; a larger one takes too long. */
const largest = 256 * 1024 ** 2;

type Variable = keyof typeof said.titles;

export interface LookedAt<Schema> {
  check: Check;
  /** Undefined when it can't be read. */
  database: Database<Schema> | undefined;
  /** Whether the stored data is known; also true when nothing has been stored yet. */
  isKnown: boolean;
}

/** @param opened closes the database after the run */
export async function lookAtDatabase<Schema>(
  url: string,
  variable: Variable,
  migrations: (kind: DatabaseKind) => Migrations,
  opened: AsyncDisposableStack,
): Promise<LookedAt<Schema>> {
  const where = shown(url);
  const looked = (found: Found, database?: Database<Schema>): LookedAt<Schema> => ({
    check: {
      name: variable === 'DATABASE_URL' ? 'database' : 'service-database',
      title: () => said.titles[variable],
      variables: variable === 'DATABASE_URL' ? [variable] : [variable, 'ONBOARDING_URL'],
      look: () => found,
    },
    database: found.state === 'failure' ? undefined : database,
    isKnown: found.state !== 'failure',
  });
  try {
    const missing = missingFile(url, where);
    if (missing) return looked(missing);
    const database = openToRead<Schema>(url);
    opened.defer(database.close);
    return looked(await stateOf(database, Object.keys(migrations(database.kind)), { url, where }), database);
  } catch (error) {
    return looked(unusable(error, where));
  }
}

function missingFile(url: string, where: string): Found | undefined {
  const file = sqlitePath(url);
  if (file === undefined) return undefined;
  const path = resolve(file);
  if (existsSync(path)) return isFolder(path) ? failure(() => said.isFolder(path), 'isFolder') : undefined;
  const folder = existing(dirname(path));
  if (!isFolder(folder) || !mayWrite(folder)) return failure(() => said.cannotBeMade(folder), 'cannotBeMade');
  return warning(() => said.none(where));
}

/** The folder, or its nearest parent that exists. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function stateOf<Schema>(
  database: Database<Schema>,
  names: readonly string[],
  { url, where }: { url: string; where: string },
): Promise<Found> {
  const run = await migrationsRun(database);
  if (!run) return warning(() => said.empty(where));
  if (run.some((name) => !names.includes(name))) return failure(() => said.newer(where), 'newer');
  const path = sqlitePath(url);
  if (path !== undefined && !(mayWrite(path) && mayWrite(dirname(resolve(path)))))
    return failure(() => said.readOnly(path), 'readOnly');
  if (path !== undefined && !(await isWhole(database, path)))
    return failure(() => said.damaged(where), 'damaged');
  if (await isStandby(database)) return failure(() => said.standby(where), 'standby');
  const pending = names.filter((name) => !run.includes(name)).length;
  return pending > 0 ? warning(() => said.old(where, pending)) : ok(() => said.fine(where));
}

async function migrationsRun<Schema>({ db }: Database<Schema>): Promise<string[] | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.length > 0 ? rows.map(({ name }) => name) : undefined;
}

async function isWhole<Schema>({ db }: Database<Schema>, path: string): Promise<boolean> {
  if (statSync(path).size > largest) return true;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  return rows[0]?.quick_check === 'ok';
}

/** A PostgreSQL replica is read-only. */
async function isStandby<Schema>({ db, kind }: Database<Schema>): Promise<boolean> {
  if (kind !== 'postgres') return false;
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
  return rows[0]?.standby === true;
}

function unusable(error: unknown, where: string): Found {
  const explained = explainPostgresError(error);
  if (explained instanceof DatabaseUnusable) {
    const [, what = explained.message, todo] = /^(.+?\.) ([A-Z].*)$/s.exec(explained.message) ?? [];
    return failure(() => ({ what, ...(todo !== undefined && { todo }) }), 'unusable');
  }
  const kind = error instanceof Error && 'code' in error ? String(error.code) : typeof error;
  return failure(() => said.unknown(where, kind), 'unknown');
}

function shown(url: string): string {
  const path = sqlitePath(url);
  if (path !== undefined) return `The database ${path}`;
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return `The PostgreSQL database ${host}${pathname}`;
}
