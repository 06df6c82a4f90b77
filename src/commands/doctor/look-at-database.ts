import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sql } from 'kysely';
import { type Check, type Found, failure, ok, warning } from '../../bot/health/check.ts';
import {
  type Database,
  type DatabaseKind,
  isThere,
  type Migrations,
  openDatabase,
  pendingMigrations,
  sqlitePath,
} from '../../database/open.ts';
import { nearestExisting } from '../../database/private-file.ts';
import { DatabaseUnusable, damaged, explaining, explainPostgresError } from '../../database/unusable.ts';
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
    const path = sqlitePath(url);
    if (path !== undefined) explaining(path, () => open(resolve(path)));
    if (!isThere(url)) return looked(warning(() => said.none(where)));
    const database = openDatabase<Schema>(url, { connections: 1, onlyReads: true });
    opened.defer(database.close);
    if (path !== undefined && !(await isWhole(database, path))) throw damaged(path);
    const all = migrations(database.kind);
    const pending = await pendingMigrations(database.db, all);
    if (await isStandby(database)) return looked(failure(() => said.standby(where)));
    return looked(stateOf(where, pending.length, Object.keys(all).length), database);
  } catch (error) {
    return looked(unusable(error, where));
  }
}

/** Opens a file as a start would, without creating or changing anything. @throws what the file system throws */
function open(path: string): void {
  if (existsSync(path)) closeSync(openSync(path, 'r+'));
  // With the dot, anything but a folder is an error.
  accessSync(`${nearestExisting(dirname(path))}/.`, constants.W_OK);
}

function stateOf(where: string, pending: number, all: number): Found {
  if (pending === 0) return ok(() => said.fine(where));
  return warning(() => (pending === all ? said.empty(where) : said.old(where, pending)));
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
