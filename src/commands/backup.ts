import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { type Doubted, doubtAll } from '../bot/ledger/delivery/doubt-all.ts';
import { type BotTables, migrations } from '../bot/storage/migrations.ts';
import { readStorageConfig } from '../config/config.ts';
import { type CopiedFile, copyFile } from '../database/copy-file.ts';
import { holdDatabase, refuseIfOpen } from '../database/in-use.ts';
import { openMigrated, sqlitePath } from '../database/open.ts';
import { companions, makePrivateFolder } from '../database/private-file.ts';
import { keyFile, orElse } from './bot-database.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** `backup FILE`: copies the databases into files, even while Frontdesk runs. */
export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .argument('<file>', 'where to; the built-in onboarding service’s database goes to <file>.service')
    .description('copy Frontdesk’s SQLite databases into files, also while it runs')
    .action((file: string) =>
      orElse('Nothing was written.', () =>
        backUp(readStorageConfig(terminal.env, terminal.readFile), file, terminal),
      ),
    );
}

async function backUp(config: StoredWhere, file: string, terminal: Terminal): Promise<void> {
  const databases = keptDatabases(config, file);
  const files = databases.filter(isThere);
  refuse(databases, files);
  using copies = new DisposableStack();
  const copied = [];
  for (const { path, backup } of files) copied.push(copies.use(await copyFile(path, backup)));
  for (const copy of copied) copy.keep();
  for (const { path, backup } of files)
    terminal.print(`${path} is backed up in ${backup} (${sizeOf(backup)}), and the copy is whole.`);
  for (const line of [...onPostgres(databases), ...toKeepBeside(config)]) terminal.print(line);
}

/** @throws CommandFailed when there's nothing to back up, or a file would be overwritten */
function refuse(databases: readonly Kept[], files: readonly Kept[]): void {
  const inTheWay = files.find(({ backup }) => existsSync(backup));
  if (inTheWay)
    throw new CommandFailed(`${inTheWay.backup} exists already. Nothing was written: choose another name.`);
  if (files.length > 0) return;
  const advice = onPostgres(databases);
  throw new CommandFailed(
    advice.length > 0
      ? advice.join('\n')
      : `There’s no database at ${databases.map(({ path }) => path).join(' or ')}. Nothing was written.`,
  );
}

/** PostgreSQL isn't copied: its administrators trust the server's own tools. */
function onPostgres(databases: readonly Kept[]): string[] {
  return databases
    .filter((kept) => !isFile(kept))
    .map(
      ({ variable }) =>
        `The database in ${variable} is on PostgreSQL and isn’t in this backup. Use PostgreSQL’s own tools: ` +
        `pg_dump --format=custom --file=frontdesk.dump "$${variable}", or your host’s backups.`,
    );
}

function toKeepBeside({ DATABASE_URL, FRONTDESK_SECRET }: StoredWhere): string[] {
  const path = keyFile(DATABASE_URL);
  const beside = 'The saved admin token is encrypted. Keep its key too, apart from the backup';
  if (FRONTDESK_SECRET !== undefined) return [`${beside}: the value of FRONTDESK_SECRET.`];
  return existsSync(path) ? [`${beside}: the file ${path}.`] : [];
}

function sizeOf(path: string): string {
  const { size } = statSync(path);
  return size < 1024 ** 2 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 ** 2).toFixed(1)} MB`;
}

type StoredWhere = ReturnType<typeof readStorageConfig>;

interface Kept {
  variable: 'DATABASE_URL' | 'SERVICE_DATABASE_URL';
  url: string;
  path: string | undefined;
  backup: string;
}

/**
 * The bot's database comes first: a bot with older data than the service looks things up, one with newer data
 * would rely on people who are gone.
 */
function keptDatabases(config: StoredWhere, file: string): Kept[] {
  const kept = (variable: Kept['variable'], backup: string): Kept => {
    return { variable, url: config[variable], path: sqlitePath(config[variable]), backup };
  };
  const bot = kept('DATABASE_URL', file);
  return config.ONBOARDING_URL === undefined ? [bot, kept('SERVICE_DATABASE_URL', `${file}.service`)] : [bot];
}

interface KeptFile extends Kept {
  path: string;
}

function isFile(kept: Kept): kept is KeptFile {
  return kept.path !== undefined;
}

function isThere(kept: Kept): kept is KeptFile {
  return isFile(kept) && existsSync(kept.path);
}

export function restoreCommand(terminal: Terminal): Command {
  return new Command('restore')
    .argument('<file>', 'what backup has written')
    .option('--replace', 'move a database that is in the way aside, and use the backup instead')
    .description('put a backup back, while Frontdesk isn’t running')
    .action((file: string, { replace = false }: { replace?: boolean }) =>
      orElse('Nothing was restored.', async () => {
        const config = readStorageConfig(terminal.env, terminal.readFile);
        await restore(config, checked(config, file, replace), terminal);
      }),
    );
}

async function restore(config: StoredWhere, databases: readonly KeptFile[], terminal: Terminal) {
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
  let doubted: Doubted = { requests: 0, messages: 0 };
  for (const kept of databases) {
    const copy = inHand.use(await copyFile(kept.backup, kept.path));
    copies.push({ kept, copy });
    if (kept.variable === 'DATABASE_URL') doubted = await prepareBot(copy.path);
  }
  return { copies, doubted };
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
