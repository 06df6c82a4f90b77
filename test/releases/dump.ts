import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQL that recreates a database in an empty one. */
export function dump(url: string): string {
  return url.startsWith('sqlite:') ? dumpFile(url.slice('sqlite:'.length)) : dumpServer(url);
}

/** Shortened `.dump` of SQLite: tables with their rows, then indexes and triggers. */
function dumpFile(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const made = database
    .prepare(
      "select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type <> 'table', rowid",
    )
    .all();
  const tables = made.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  // Next automatic ids, which also count deleted rows.
  const counted = made.some(({ sql }) => /autoincrement/i.test(String(sql))) ? ['sqlite_sequence'] : [];
  const statements = [
    ...made.filter(({ type }) => type === 'table').map(({ sql }) => String(sql)),
    ...tables.flatMap((table) => rowsOf(database, table)),
    ...counted.flatMap((table) => [`delete from ${table}`, ...rowsOf(database, table)]),
    ...made.filter(({ type }) => type !== 'table').map(({ sql }) => String(sql)),
  ];
  database.close();
  return statements.map((statement) => `${statement};\n`).join('');
}

function rowsOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`select * from "${table}"`).all();
  return rows.map((row) => `insert into "${table}" values (${Object.values(row).map(literal).join(', ')})`);
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** Output of `pg_dump`, without `psql` commands and server settings. */
function dumpServer(url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', '--schema=public'];
  const text = execFileSync(pgDump(), [...options, url], { encoding: 'utf8' });
  return text
    .replaceAll(/^(?:\\|SET |SELECT pg_catalog\.set_config|CREATE SCHEMA|--).*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trimStart();
}

/** Path of `pg_dump`: Debian installs it outside PATH, with the newest server. */
function pgDump(): string {
  const versions = readdirSync('/usr/lib/postgresql').toSorted((one, other) => Number(other) - Number(one));
  return versions[0] === undefined ? 'pg_dump' : `/usr/lib/postgresql/${versions[0]}/bin/pg_dump`;
}
