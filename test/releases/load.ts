import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { FreshDatabase } from '../postgres.ts';
import type { Stored } from './story.ts';

/** Versions with stored databases, one folder each. */
export const versions = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

/**
 * Loads a version's database.
 * @returns the instant at which it was stored
 */
export async function load(version: string, name: keyof Stored, { url }: FreshDatabase): Promise<Date> {
  const kind = url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
  const text = readFileSync(join(import.meta.dirname, version, `${name}.${kind}.sql`), 'utf8');
  await run(url, text);
  return new Date(/^-- made (\S+)/.exec(text)?.[1] ?? '');
}

/** Runs statements and returns the rows of the last one. */
export async function run(url: string, statements: string): Promise<Record<string, unknown>[]> {
  if (url.startsWith('sqlite:')) return runInFile(url.slice('sqlite:'.length), statements);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await client.query(statements).finally(() => client.end());
  return result.rows ?? [];
}

function runInFile(path: string, statements: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    if (/^select/i.test(statements)) return database.prepare(statements).all();
    database.exec(statements);
    return [];
  } finally {
    database.close();
  }
}

/** Columns and indexes of a database, in an order independent of their creation. */
export async function schemaOf(url: string): Promise<string[]> {
  const isFile = url.startsWith('sqlite:');
  const columns = await run(url, isFile ? ofFile.columns : ofServer.columns);
  const indexes = await run(url, isFile ? ofFile.indexes : ofServer.indexes);
  return [...columns, ...indexes].map((row) => Object.values(row).join(' ')).sort();
}

const ofFile = {
  columns: `select t.name || '.' || c.name, lower(c.type), c."notnull", c.dflt_value, c.pk from sqlite_master t
    join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite_%'`,
  indexes: `select name, replace(sql, '"', '') from sqlite_master where type in ('index', 'trigger') and sql is not null`,
};

const ofServer = {
  columns: `select table_name || '.' || column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public'`,
  indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
};
