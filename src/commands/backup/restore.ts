import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { type Doubted, doubtAll } from '../../bot/ledger/delivery/doubt-all.ts';
import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import { readStorageConfig } from '../../config/config.ts';
import { type CopiedFile, copyFile } from '../../database/copy-file.ts';
import { holdDatabase, refuseIfOpen } from '../../database/in-use.ts';
import { openMigrated } from '../../database/migrate.ts';
import { companions, makePrivateFolder } from '../../database/private-file.ts';
import { keyFile, orElse } from '../bot-database.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { isFile, isThere, type KeptFile, keptDatabases, type StoredWhere } from './backup.ts';

export function restoreCommand(terminal: Terminal): Command {
  return new Command('restore')
    .argument('<file>', 'what backup has written')
    .option('--replace', 'move a database that is in the way aside, and use the backup instead')
    .description('put a backup back, while Frontdesk isn’t running')
    .action((file: string, { replace = false }: { replace?: boolean }) =>
      orElse('Nothing was restored.', () =>
        restore(readStorageConfig(terminal.env, terminal.readFile), file, { replace, terminal }),
      ),
    );
}

interface Options {
  replace: boolean;
  terminal: Terminal;
}

async function restore(config: StoredWhere, file: string, { replace, terminal }: Options): Promise<void> {
  const databases = checked(config, file, replace);
  await using inHand = new AsyncDisposableStack();
  const { copies, doubted } = await prepare(databases, inHand);
  // The bot's database goes last.
  for (const { kept, copy } of copies.toReversed()) {
    for (const line of moveAside(kept)) terminal.print(line);
    copy.keep();
    terminal.print(`${kept.path} is what ${kept.backup} holds.`);
  }
  for (const line of whatNext(config, doubted)) terminal.print(line);
}

function checked(config: StoredWhere, file: string, replace: boolean): KeptFile[] {
  const databases = keptDatabases(config, file).filter(({ backup }) => existsSync(backup));
  if (databases[0]?.variable !== 'DATABASE_URL')
    throw new CommandFailed(`There’s no backup at ${file}. Nothing was restored.`);
  const elsewhere = databases.find((kept) => !isFile(kept));
  if (elsewhere)
    throw new CommandFailed(
      `${elsewhere.variable} is on PostgreSQL, and a backup is restored into SQLite files. Nothing was restored. ` +
        'Restore it into a file, then use migrate-database.',
    );
  const inTheWay = databases.find(isThere);
  if (inTheWay && !replace)
    throw new CommandFailed(
      `There’s a database at ${inTheWay.path}. Nothing was restored. With --replace it’s moved aside, and the backup ` +
        'is used instead.',
    );
  return databases.filter(isFile);
}

/** Makes sure that nothing uses the databases, and copies each backup next to its target. */
async function prepare(databases: readonly KeptFile[], inHand: AsyncDisposableStack) {
  for (const { path, url } of databases) {
    makePrivateFolder(dirname(path));
    inHand.defer((await holdDatabase(url, 'alone')).release);
    if (existsSync(path)) refuseIfOpen(path);
  }
  const copies: { kept: KeptFile; copy: CopiedFile }[] = [];
  for (const kept of databases) {
    const copy = await copyFile(kept.backup, kept.path);
    inHand.defer(copy.discard);
    copies.push({ kept, copy });
  }
  const [bot] = copies;
  return { copies, doubted: bot ? await prepareBot(bot.copy.path) : { requests: 0, messages: 0 } };
}

/** Migrates the copy, which refuses a backup of a newer version, and marks its open entries as uncertain. */
async function prepareBot(path: string): Promise<Doubted> {
  const database = await openMigrated<BotTables>(`sqlite:${path}`, migrations);
  try {
    return await doubtAll(database, new Date());
  } finally {
    await database.close();
  }
}

function moveAside({ path }: KeptFile): string[] {
  if (!existsSync(path)) return [];
  const aside = `${path}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of companions) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return [`What was at ${path} is at ${aside} now.`];
}

function whatNext(
  { DATABASE_URL, FRONTDESK_SECRET }: StoredWhere,
  { requests, messages }: Doubted,
): string[] {
  const path = keyFile(DATABASE_URL);
  const lacksKey = FRONTDESK_SECRET === undefined && !existsSync(path);
  return [
    ...(lacksKey
      ? [
          `Put the key back at ${path} before you start Frontdesk. Without it the admin token has to be saved again.`,
        ]
      : []),
    `Open requests: ${requests}. Each is looked up in the onboarding service first, unless the service takes each ` +
      'request only once anyway. Where that can’t be found out, HR is asked.',
    `Messages that may have been sent since: ${messages}. Each is looked for in Slack first.`,
    'What was entered after the backup isn’t in it. Start Frontdesk: npm start',
  ];
}
