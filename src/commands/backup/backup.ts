import { existsSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { type BotConfig, readStorageConfig } from '../../config/config.ts';
import { copyFile } from '../../database/copy-file.ts';
import { sqlitePath } from '../../database/open.ts';
import { keyFile, orElse } from '../bot-database.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';

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
  for (const { path, backup } of files)
    copied.push(copies.adopt(await copyFile(path, backup), (copy) => copy.discard()));
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

export type StoredWhere = Pick<
  BotConfig,
  'DATABASE_URL' | 'SERVICE_DATABASE_URL' | 'ONBOARDING_URL' | 'FRONTDESK_SECRET'
>;

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
export function keptDatabases(config: StoredWhere, file: string): Kept[] {
  const bot = kept('DATABASE_URL', config.DATABASE_URL, file);
  const service = kept('SERVICE_DATABASE_URL', config.SERVICE_DATABASE_URL, `${file}.service`);
  return config.ONBOARDING_URL === undefined ? [bot, service] : [bot];
}

function kept(variable: Kept['variable'], url: string, backup: string): Kept {
  return { variable, url, path: sqlitePath(url), backup };
}

export interface KeptFile extends Kept {
  path: string;
}

export function isFile(kept: Kept): kept is KeptFile {
  return kept.path !== undefined;
}

export function isThere(kept: Kept): kept is KeptFile {
  return isFile(kept) && existsSync(kept.path);
}
