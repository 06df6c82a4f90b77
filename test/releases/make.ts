import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freshPostgres, freshSqlite } from '../postgres.ts';
import { live, type Stored } from './story.ts';

/** SQL that recreates a database in an empty one. */
function dump(url: string): string {
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

const root = join(import.meta.dirname, '..', '..');

/**
 * Stores the databases of a version for the upgrade test: `node test/releases/make.ts VERSION [COMMIT]`, from the
 * current sources or those of a commit. `npm version` runs it for each release.
 */
export async function makeFixtures(version: string, commit?: string): Promise<void> {
  const tree = commit === undefined ? root : treeOf(commit);
  const folder = join(import.meta.dirname, version);
  mkdirSync(folder, { recursive: true });
  try {
    for (const [kind, fresh] of [['sqlite', freshSqlite] as const, ['postgres', freshPostgres] as const])
      await make(tree, fresh, (name) => join(folder, `${name}.${kind}.sql`));
  } finally {
    if (tree !== root) rmSync(tree, { recursive: true, force: true });
  }
}

async function make(tree: string, fresh: typeof freshSqlite, file: (name: keyof Stored) => string) {
  const [bot, service] = [await fresh(), await fresh()];
  try {
    const stored = { bot: bot.url, service: service.url };
    await live(tree, stored);
    for (const name of ['bot', 'service'] as const)
      writeFileSync(file(name), `-- made ${new Date().toISOString()}\n${dump(stored[name])}`);
  } finally {
    await bot.remove();
    await service.remove();
  }
}

/** Sources of a commit, with the packages installed here. */
function treeOf(commit: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'frontdesk-release-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

const [version, commit] = process.argv.slice(2);
if (import.meta.main) {
  if (version === undefined) throw new Error('Say which version: node test/releases/make.ts 1.2.0');
  await makeFixtures(version, commit);
  // Exit, since the office's open handles keep the process alive.
  process.exit();
}
