import { keyFileBroken, ownKeyFileBroken } from '../bot/operator-messages.ts';
import { ownName } from '../bot/storage/connection.ts';
import { createEncryption, type Encryption } from '../bot/storage/encryption.ts';
import {
  isKeyFileBroken,
  KeyFileBroken,
  newSecret,
  secretsFromFile,
  secretsToEncryptWith,
} from '../bot/storage/key-file.ts';
import { type BotTables, migrations } from '../bot/storage/migrations.ts';
import type { BotConfig } from '../config/config.ts';
import { openMigrated } from '../database/migrate.ts';
import { type Database, isThere } from '../database/open.ts';
import type { PostgresOptions } from '../database/postgres/open-postgres.ts';

/** Where the key lies when `FRONTDESK_SECRET` gives none: beside the database, never in it. */
export function keyFile(databaseUrl: string): string {
  const path = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : 'data/frontdesk';
  return `${path.replace(/\.db$/, '')}.key`;
}

/** Where what the bot writes needs room: with PostgreSQL it keeps only the key on this machine. */
export function dataPath(databaseUrl: string): string {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : keyFile(databaseUrl);
}

/** Where the bot stores what it knows, and the key of what is encrypted there, unless that lies in a file. */
export type StorageConfig = Pick<BotConfig, 'DATABASE_URL' | 'FRONTDESK_SECRET'>;

/** Opens the bot's database, brings its tables up to date, and finds what the stored token is encrypted with. */
export async function openBotDatabase(config: StorageConfig, options?: PostgresOptions) {
  const database = await openMigrated<BotTables>(config.DATABASE_URL, migrations, options);
  return { database, encryption: encryptionOf(config) };
}

/** What the stored token is encrypted with. Nothing is read before it is used. */
export function encryptionOf({ DATABASE_URL: url, FRONTDESK_SECRET: given }: StorageConfig): Encryption {
  // A database in memory ends with its process, and so does its key.
  const secret = given ?? (url === 'sqlite::memory:' ? newSecret() : undefined);
  if (secret) return createEncryption(() => [secret]);
  const path = keyFile(url);
  return createEncryption(
    () => secretsFromFile(path),
    () => secretsToEncryptWith(path),
  );
}

/** Opens the bot's database for as long as a command works with it, which loads nothing else of the bot. */
export async function withBotDatabase<Result>(
  config: StorageConfig,
  work: (opened: Awaited<ReturnType<typeof openBotDatabase>>) => Promise<Result>,
): Promise<Result> {
  const opened = await openBotDatabase(config, { isPatient: true });
  return work(opened).finally(opened.database.close);
}

/** The same for what was stored before. @returns undefined where there is no database: none is made to look into */
export async function ifStored<Result>(
  config: StorageConfig,
  work: (opened: Awaited<ReturnType<typeof openBotDatabase>>) => Promise<Result>,
): Promise<Result | undefined> {
  return isThere(config.DATABASE_URL) ? withBotDatabase(config, work) : undefined;
}

/**
 * Looks whether the stored token can still be decrypted as far as the key file goes: one without a key in it is only
 * a trouble where something was encrypted with it.
 * @throws KeyFileBroken
 */
export async function checkKeyFile({ db }: Database<BotTables>, config: StorageConfig): Promise<void> {
  const path = keyFile(config.DATABASE_URL);
  if (config.FRONTDESK_SECRET !== undefined || !isKeyFileBroken(path)) return;
  const stored = await db.selectFrom('connection').select('set_by').executeTakeFirst();
  if (stored)
    throw new KeyFileBroken(stored.set_by === ownName ? ownKeyFileBroken(path) : keyFileBroken(path));
}
