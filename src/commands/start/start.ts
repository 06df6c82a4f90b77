import { Agent } from 'undici';
import { type Limits, type RunningFrontdesk, startFrontdesk } from '../../bot/app.ts';
import { keyFileBroken } from '../../bot/operator-messages.ts';
import { createConnectionStore, ownName } from '../../bot/storage/connection.ts';
import { createEncryption } from '../../bot/storage/encryption.ts';
import {
  isKeyFileBroken,
  KeyFileBroken,
  secretsFromFile,
  secretsToEncryptWith,
} from '../../bot/storage/key-file.ts';
import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import { createSettingsStore, present, type SomeSettings } from '../../bot/storage/settings.ts';
import { noteEnvironment } from '../../bot/storage/settings-audit.ts';
import { type BotConfig, commandNames, isLoopback } from '../../config/config.ts';
import { DatabaseInUse, type Hold, holdDatabase } from '../../database/in-use.ts';
import { openMigrated } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';
import type { Log } from '../../log.ts';
import { type Clock, systemClock } from '../../time/clock.ts';
import { CommandFailed } from '../terminal.ts';

/** Where the key lies when `FRONTDESK_SECRET` gives none: beside the database, never in it. */
export function keyFile(databaseUrl: string): string {
  const path = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : 'data/frontdesk';
  return `${path.replace(/\.db$/, '')}.key`;
}

/** Where the bot stores what it knows, and the key of what is encrypted there, unless that lies in a file. */
export type StorageConfig = Pick<BotConfig, 'DATABASE_URL' | 'FRONTDESK_SECRET'>;

/** Opens the bot's database, brings its tables up to date, and finds what the stored token is encrypted with. */
async function openBotDatabase({ DATABASE_URL: url, FRONTDESK_SECRET: secret }: StorageConfig) {
  const database = await openMigrated<BotTables>(url, migrations);
  const path = keyFile(url);
  const encryption = secret
    ? createEncryption(() => [secret])
    : createEncryption(
        () => secretsFromFile(path),
        () => secretsToEncryptWith(path),
      );
  return { database, encryption };
}

/** Opens the bot's database for as long as a command works with it. */
export async function withBotDatabase<Result>(
  config: StorageConfig,
  work: (opened: Awaited<ReturnType<typeof openBotDatabase>>) => Promise<Result>,
): Promise<Result> {
  const opened = await openBotDatabase(config);
  return work(opened).finally(opened.database.close);
}

/**
 * Looks whether the stored token can still be decrypted as far as the key file goes: one without a key in it is only
 * a trouble when somebody would have to find the token again. What this program stored by itself it stores again.
 * @throws KeyFileBroken
 */
export async function checkKeyFile({ db }: Database<BotTables>, config: StorageConfig): Promise<void> {
  const path = keyFile(config.DATABASE_URL);
  if (config.FRONTDESK_SECRET !== undefined || !isKeyFileBroken(path)) return;
  const stored = await db.selectFrom('connection').select('set_by').executeTakeFirst();
  if (stored && stored.set_by !== ownName) throw new KeyFileBroken(keyFileBroken(path));
}

/**
 * Starts the bot from its configuration, with the embedded service when no other one is named. What was started
 * before a failure is stopped again.
 * @returns what is running; `stop` finishes what is in hand and closes everything
 */
export async function startFromConfig(
  config: BotConfig,
  log: Log,
  clock: Clock = systemClock,
  limits?: Limits,
) {
  const started: Stop[] = [];
  let stopping: Promise<void> | undefined;
  try {
    const frontdesk = await startParts({ config, log, clock, limits }, started);
    return { ...frontdesk, stop: () => (stopping ??= stopAll(started)) };
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

async function holdForUse(url: string): Promise<Hold> {
  return holdDatabase(url, 'shared').catch((error: unknown) => {
    throw error instanceof DatabaseInUse ? new CommandFailed(error.message) : error;
  });
}

/** Stops a part of what was started. */
export type Stop = () => Promise<unknown>;

/** In the order in which they need each other; the last one started is stopped first. */
export async function stopAll(started: Stop[]): Promise<void> {
  for (const stop of started.toReversed()) await stop();
}

interface StartOptions {
  config: BotConfig;
  log: Log;
  clock: Clock;
  limits: Limits | undefined;
}

async function startParts(options: StartOptions, started: Stop[]): Promise<RunningFrontdesk> {
  const { config, log, clock, limits } = options;
  started.push((await holdForUse(config.DATABASE_URL)).release);
  const { database, encryption } = await openBotDatabase(config);
  started.push(database.close);
  if (config.ONBOARDING_API_TOKEN === undefined) await checkKeyFile(database, config);
  // A real deployment has one worker: two connections keep it busy and no more.
  const dispatcher = new Agent({ connections: 2 });
  // Loaded only where it is wanted: it is a program of its own, with a web server.
  const embedded = config.ONBOARDING_URL === undefined ? await import('./embedded.ts') : undefined;
  const service = await embedded?.startEmbeddedService(config, log);
  if (service) started.push(service.stop);
  // What the ledger had in hand is finished by then; a menu's reading that still hangs is not worth waiting for.
  started.push(() => dispatcher.destroy());

  const token = config.ONBOARDING_API_TOKEN;
  // The embedded service is what there is until an admin connects another one, unless its token is given here.
  const fixed = { url: config.ONBOARDING_URL ?? (token === undefined ? undefined : service?.url), token };
  const connection = createConnectionStore({ database, encryption, fixed });
  if (service && fixed.token === undefined)
    await embedded?.connectEmbedded(config, service.url, connection, dispatcher);
  const given = { url: config.ONBOARDING_URL, ...(token !== undefined && { token: 'given' }) };
  await noteEnvironment(database, present({ ...fixedSettings(config), ...given }), clock.now());
  const settings = createSettingsStore(database.db, fixedSettings(config));
  const frontdesk = await startFrontdesk({
    ...botOptions(config),
    database,
    settings,
    connection,
    connectionRules: {
      fixedUrl: fixed.url,
      tokenIsFixed: token !== undefined,
      mayBePlain: (url) => config.ONBOARDING_ALLOW_HTTP || isLoopback(url),
    },
    dispatcher,
    limits,
    clock,
    log,
  });
  started.push(frontdesk.stop);
  return frontdesk;
}

/** What the environment says of what could be set in App Home too. */
function fixedSettings(config: BotConfig): SomeSettings {
  return {
    hr: config.FRONTDESK_HR,
    managers: config.FRONTDESK_MANAGERS,
    channels: config.FRONTDESK_CHANNELS,
    privateChannel: config.FRONTDESK_PRIVATE_CHANNEL,
    profileUrl: config.ONBOARDING_PROFILE_URL,
    timezone: config.FRONTDESK_TIMEZONE,
  };
}

function botOptions(config: BotConfig) {
  return {
    slack: { botToken: config.SLACK_BOT_TOKEN, apiUrl: config.SLACK_API_URL, mode: modeOf(config) },
    listen: { host: config.HOST, port: config.PORT },
    keptFor: { details: config.FRONTDESK_RETENTION_DAYS, audit: config.FRONTDESK_AUDIT_DAYS },
    allowAdminCreatingEndpoint: config.FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT,
    commands: commandNames(config),
  };
}

/** An app-level token says Socket Mode, also when a signing secret is there. */
function modeOf({ SLACK_APP_TOKEN, SLACK_SIGNING_SECRET }: BotConfig) {
  return SLACK_APP_TOKEN
    ? { kind: 'socket' as const, appToken: SLACK_APP_TOKEN }
    : { kind: 'http' as const, signingSecret: SLACK_SIGNING_SECRET ?? '' };
}
