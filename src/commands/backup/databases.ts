import { existsSync } from 'node:fs';
import type { BotConfig } from '../../config/config.ts';
import { databaseKind } from '../../database/open.ts';

export type StoredWhere = Pick<
  BotConfig,
  'DATABASE_URL' | 'SERVICE_DATABASE_URL' | 'ONBOARDING_URL' | 'FRONTDESK_SECRET'
>;

export interface Kept {
  variable: 'DATABASE_URL' | 'SERVICE_DATABASE_URL';
  url: string;
  /** Path of the database file; undefined on PostgreSQL. */
  path: string | undefined;
  backup: string;
}

/**
 * Lists the bot's database and, unless `ONBOARDING_URL` names another service, the built-in service's. The bot's
 * comes first: a bot with older data than the service looks things up, one with newer data would rely on people who
 * are gone.
 * @param file path of the backup
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

export interface KeptFile extends Kept {
  path: string;
}

export function isFile(kept: Kept): kept is KeptFile {
  return kept.path !== undefined;
}

/** Whether the database is a file and the file exists. */
export function isThere(kept: Kept): kept is KeptFile {
  return isFile(kept) && existsSync(kept.path);
}
