import { existsSync } from 'node:fs';
import type { BotConfig } from '../../config/config.ts';
import { databaseKind } from '../../database/open.ts';

/** What decides which databases there are. */
export type StoredWhere = Pick<
  BotConfig,
  'DATABASE_URL' | 'SERVICE_DATABASE_URL' | 'ONBOARDING_URL' | 'FRONTDESK_SECRET'
>;

/** One of Frontdesk's databases, and the file that it is backed up in. */
export interface Kept {
  variable: 'DATABASE_URL' | 'SERVICE_DATABASE_URL';
  url: string;
  /** The database's file; undefined on PostgreSQL. */
  path: string | undefined;
  backup: string;
}

/**
 * The bot's database, and the built-in service's where no other one is named. The bot's comes first: a bot that knows
 * less than the service looks things up, one that knows more would believe in people who are gone.
 * @param file the backup's
 */
export function keptDatabases(config: StoredWhere, file: string): Kept[] {
  const bot = kept('DATABASE_URL', config.DATABASE_URL, file);
  const service = kept('SERVICE_DATABASE_URL', config.SERVICE_DATABASE_URL, `${file}.service`);
  return config.ONBOARDING_URL === undefined ? [bot, service] : [bot];
}

function kept(variable: Kept['variable'], url: string, backup: string): Kept {
  const path = databaseKind(url) === 'sqlite' ? url.slice('sqlite:'.length) : undefined;
  return { variable, url, path, backup };
}

/** One that is a file. */
export interface KeptFile extends Kept {
  path: string;
}

export function isFile(kept: Kept): kept is KeptFile {
  return kept.path !== undefined;
}

/** Whether there is a file to be backed up, or one in the way of what is put back. */
export function isThere(kept: Kept): kept is KeptFile {
  return isFile(kept) && existsSync(kept.path);
}
