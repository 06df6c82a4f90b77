import { createConnectionStore, ownName } from '../bot/storage/connection.ts';
import {
  createEncryption,
  type Encryption,
  isKeyFileBroken,
  KeyFileBroken,
  newSecret,
  secretsFromFile,
  secretsToEncryptWith,
} from '../bot/storage/encryption.ts';
import { type BotTables, migrations } from '../bot/storage/migrations.ts';
import { keyFileBroken, ownKeyFileBroken } from '../bot/storage/operator-messages.ts';
import { createSettingsStore, fixableNames, type SomeSettings, variableOf } from '../bot/storage/settings.ts';
import type { FixedEndpoint } from '../bot/storage/webhook-endpoints.ts';
import { usualTypes } from '../bot/webhooks/event.ts';
import { type BotConfig, configExitCode } from '../config/config.ts';
import { isLoopback } from '../config/config-values.ts';
import { NotEmpty } from '../database/copy.ts';
import { DatabaseInUse } from '../database/in-use.ts';
import { type Database, isThere, openMigrated, sqlitePath, UnknownDatabase } from '../database/open.ts';
import type { PostgresOptions } from '../database/postgres/open-postgres.ts';
import { DatabaseUnusable } from '../database/unusable.ts';
import { CommandFailed } from './terminal.ts';

/** Path of the key file that is used without `FRONTDESK_SECRET`: beside the database, never in it. */
export function keyFile(databaseUrl: string): string {
  return `${(sqlitePath(databaseUrl) ?? 'data/frontdesk').replace(/\.db$/, '')}.key`;
}

/** Path whose disk needs room for the bot's data; with PostgreSQL only the key is stored on this machine. */
export function dataPath(databaseUrl: string): string {
  return sqlitePath(databaseUrl) ?? keyFile(databaseUrl);
}

/** Failures with databases that a person can fix. */
const fixable = [DatabaseInUse, DatabaseUnusable, NotEmpty, UnknownDatabase];

/** @throws CommandFailed that also says what was not done, for a failure with a database that a person can fix */
export async function orElse<Result>(notDone: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !fixable.some((kind) => error instanceof kind)) throw error;
    const exitCode = error instanceof DatabaseUnusable ? configExitCode : undefined;
    throw new CommandFailed(`${error.message} ${notDone}`, exitCode);
  }
}

export type StorageConfig = Pick<BotConfig, 'DATABASE_URL' | 'FRONTDESK_SECRET'>;

export async function openBotDatabase(config: StorageConfig, options?: PostgresOptions) {
  const database = await openMigrated<BotTables>(config.DATABASE_URL, migrations, options);
  return { database, encryption: encryptionOf(config) };
}

export function encryptionOf({ DATABASE_URL: url, FRONTDESK_SECRET: given }: StorageConfig): Encryption {
  // An in-memory database ends with its process, and so does its key.
  const secret = given ?? (url === 'sqlite::memory:' ? newSecret() : undefined);
  if (secret) return createEncryption(() => [secret]);
  const path = keyFile(url);
  return createEncryption(
    () => secretsFromFile(path),
    () => secretsToEncryptWith(path),
  );
}

export async function withBotDatabase<Result>(
  config: StorageConfig,
  work: (opened: Awaited<ReturnType<typeof openBotDatabase>>) => Promise<Result>,
): Promise<Result> {
  const opened = await openBotDatabase(config, { isPatient: true });
  return work(opened).finally(opened.database.close);
}

/** Runs `work` on an existing database. @returns undefined when there's no database; none is created */
export async function ifStored<Result>(
  config: StorageConfig,
  work: (opened: Awaited<ReturnType<typeof openBotDatabase>>) => Promise<Result>,
): Promise<Result | undefined> {
  return isThere(config.DATABASE_URL) ? withBotDatabase(config, work) : undefined;
}

/** A key file without a key matters only when a token is stored. Throws KeyFileBroken. */
export async function checkKeyFile({ db }: Database<BotTables>, config: StorageConfig): Promise<void> {
  const path = keyFile(config.DATABASE_URL);
  if (config.FRONTDESK_SECRET !== undefined || !isKeyFileBroken(path)) return;
  const stored = await db.selectFrom('connection').select('set_by').executeTakeFirst();
  if (stored)
    throw new KeyFileBroken(stored.set_by === ownName ? ownKeyFileBroken(path) : keyFileBroken(path));
}

/** Settings that the environment gives. */
export function fixedSettings(config: BotConfig): SomeSettings {
  return Object.fromEntries(fixableNames.map((name) => [name, config[variableOf(name)]]));
}

/** Address for events that the environment gives. */
export function fixedEndpoint(config: BotConfig): FixedEndpoint | undefined {
  const { FRONTDESK_EVENTS_URL: url, FRONTDESK_EVENTS_SECRET: secret } = config;
  if (url === undefined || secret === undefined) return undefined;
  const types = config.FRONTDESK_EVENTS ?? usualTypes;
  return { url, secret, types, withNames: !config.FRONTDESK_EVENTS_WITHOUT_NAMES };
}

/** Address and token that the environment gives. */
export function fixedConnection(config: BotConfig) {
  const { ONBOARDING_URL: url, ONBOARDING_API_TOKEN: token, SERVICE_HOST, SERVICE_PORT } = config;
  const own = token === undefined ? undefined : `http://${SERVICE_HOST}:${SERVICE_PORT}`;
  const mayBePlain = (address: string) => config.ONBOARDING_ALLOW_HTTP || isLoopback(address);
  return { url: url ?? own, token, mayBePlain };
}

/** Settings and connection as a start would have them. Throws what the database throws. */
export async function readStores(database: Database<BotTables>, encryption: Encryption, config: BotConfig) {
  const settingsStore = createSettingsStore(database.db, fixedSettings(config));
  const connection = createConnectionStore({ database, encryption, fixed: fixedConnection(config) });
  await settingsStore.load();
  await connection.load();
  return { settingsStore, connection };
}
