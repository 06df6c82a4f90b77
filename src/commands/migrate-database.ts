import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { isKeyFileBroken, secretsFromFile, writeSecrets } from '../bot/storage/encryption.ts';
import { migrations } from '../bot/storage/migrations.ts';
import { type AnySchema, type CopyProgress, copyDatabase } from '../database/copy.ts';
import { holdDatabase } from '../database/in-use.ts';
import { openMigrated, sqlitePath } from '../database/open.ts';
import { makePrivateFolder } from '../database/private-file.ts';
import { keyFile, orElse } from './bot-database.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

export function migrateDatabaseCommand(terminal: Terminal): Command {
  return new Command('migrate-database')
    .description('copy all of Frontdesk’s data into another, empty database')
    .requiredOption('--from <address>', 'sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME')
    .requiredOption('--to <address>', 'the same, for the empty one')
    .action(({ from, to }: { from: string; to: string }) => orElse(nothing, () => move(from, to, terminal)));
}

const nothing = 'Nothing was copied.';

async function move(from: string, to: string, terminal: Terminal): Promise<void> {
  const path = sqlitePath(from);
  // Opening a missing file would create an empty database.
  if (path !== undefined && !existsSync(path))
    throw new CommandFailed(`There’s no database at ${from}. ${nothing}`);
  if (to === 'sqlite::memory:')
    throw new CommandFailed(`A database in memory ends with this command. ${nothing}`);
  if (from === to) throw new CommandFailed(`Both addresses are the same. ${nothing}`);
  const counts = await copy(from, to, (table, count) => terminal.complain(`${table}: ${count} …`));
  for (const [table, count] of Object.entries(counts)) terminal.print(`${table}: ${count}`);
  for (const line of whatNext(from, to)) terminal.print(line);
}

async function copy(from: string, to: string, onProgress: CopyProgress): Promise<Record<string, number>> {
  await using opened = new AsyncDisposableStack();
  for (const url of [from, to]) opened.defer((await holdDatabase(url, 'alone')).release);
  const open = async (url: string) => {
    const database = await openMigrated<AnySchema>(url, migrations, { isPatient: true });
    opened.defer(database.close);
    return database;
  };
  // Steps and messages refer to requests.
  const how = { first: ['requests'], prefilled: ['circuit_breaker'], onProgress };
  return await copyDatabase(await open(from), await open(to), how);
}

function whatNext(from: string, to: string): string[] {
  const [oldKey, newKey] = [keyFile(from), keyFile(to)];
  const lines = ['Set DATABASE_URL to the new address, and start Frontdesk again.'];
  if (oldKey === newKey || !existsSync(oldKey) || isKeyFileBroken(oldKey)) return lines;
  if (existsSync(newKey))
    return [
      ...lines,
      `There’s already a key at ${newKey}. If ${oldKey} was in use, replace it with that one, or save the token again.`,
    ];
  makePrivateFolder(dirname(newKey));
  writeSecrets(newKey, secretsFromFile(oldKey));
  return [...lines, `The key ${oldKey} was copied to ${newKey}.`];
}
