import type { Dispatcher } from 'undici';
import { type Check, unchecked } from '../../bot/health/check.ts';
import { connectionChecks } from '../../bot/health/checks.ts';
import { type ClockReadings, diskCheck } from '../../bot/health/machine.ts';
import { say } from '../../bot/health/messages.ts';
import { type Connected, createAskService } from '../../bot/health/service.ts';
import { createAskSlack, overHttp, overSocketMode } from '../../bot/health/slack.ts';
import { type ConnectionStore, ownName } from '../../bot/storage/connection.ts';
import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import type { SettingName } from '../../bot/storage/settings.ts';
import type { BotConfig } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { isLoopback } from '../../config/together.ts';
import { silentLog } from '../../log.ts';
import { migrationsFor } from '../../service/storage/migrations.ts';
import type { Tables } from '../../service/storage/tables.ts';
import type { Clock } from '../../time/clock.ts';
import { dataPath } from '../bot-database.ts';
import { outgoing, slackNetwork } from '../outgoing.ts';
import { fixedConnection, fixedSettings } from '../start/start.ts';
import { filesCheck, keyCheck, lookAtKey, nodeCheck, readConfiguration } from './configuration.ts';
import { embeddedCheck, ownServiceCheck, readStored, type Stored } from './embedded.ts';
import { type LookedAt, lookAtDatabase, withoutDatabase } from './look-at-database.ts';

const network = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

/** Variables by check. If one is invalid, the check would test something else than intended. */
const variablesOf: Record<string, readonly string[]> = {
  database: ['DATABASE_URL'],
  'service-database': ['SERVICE_DATABASE_URL', 'ONBOARDING_URL'],
  'built-in-service': ['ONBOARDING_URL'],
  files: ['DATABASE_URL'],
  disk: ['DATABASE_URL'],
  key: ['DATABASE_URL', 'FRONTDESK_SECRET'],
  slack: ['SLACK_API_URL', ...network],
  'slack-token': ['SLACK_BOT_TOKEN'],
  'slack-requests': ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'],
  access: ['FRONTDESK_HR', 'FRONTDESK_MANAGERS'],
  channels: ['FRONTDESK_CHANNELS'],
  'private-channel': ['FRONTDESK_PRIVATE_CHANNEL'],
  service: ['ONBOARDING_URL', ...network],
  'service-token': ['ONBOARDING_API_TOKEN', 'FRONTDESK_SECRET'],
};

function unlessBroken(check: Check, broken: ReadonlySet<string>): Check {
  const names = variablesOf[check.name]?.filter((name) => broken.has(name)) ?? [];
  if (names.length === 0) return check;
  return {
    ...check,
    needs: [],
    look: () => unchecked(() => say().withoutVariables(names)),
  };
}

interface Surroundings {
  env: Environment;
  nodeVersion: string;
  readFile(path: string): string;
}

interface Given {
  clock: Clock;
  patience: number;
  readings: ClockReadings;
  /** Registers something to close after the run. */
  later(close: () => Promise<void>): void;
}

interface Run extends Given {
  dispatcher: Dispatcher;
}

export async function checksFor(
  { env, nodeVersion, readFile }: Surroundings,
  given: Given,
): Promise<Check[]> {
  const { config, broken, checks } = readConfiguration(env, readFile);
  const run = { ...given, dispatcher: outgoing(config) };
  given.later(() => run.dispatcher.destroy());
  const database = await databaseOf(config, broken, run);
  const key = lookAtKey(config);
  const stored = await readStored(config, database, key.encryption);
  const reached = await lookAtConnection({ config, connection: stored.connection, ...run });
  const isTokenGiven = config.ONBOARDING_API_TOKEN !== undefined;
  return [
    ...checks,
    nodeCheck(nodeVersion),
    database.check,
    filesCheck(config),
    keyCheck({ key, connection: stored.connection, isTokenGiven, needs: ['database'] }),
    diskCheck(dataPath(config.DATABASE_URL)),
    ...(reached.isOwn ? await ownChecks(config, run) : []),
    ...outside(config, { stored, reached }, run),
  ].map((check) => unlessBroken(check, broken));
}

async function databaseOf(config: BotConfig, broken: ReadonlySet<string>, { later }: Run) {
  if (broken.has('DATABASE_URL')) return withoutDatabase();
  const looked: LookedAt<BotTables> = await lookAtDatabase(config.DATABASE_URL, 'DATABASE_URL', migrations);
  if (looked.database) later(looked.database.close);
  return looked;
}

async function ownChecks(config: BotConfig, { later }: Run): Promise<Check[]> {
  const looked: LookedAt<Tables> = await lookAtDatabase(
    config.SERVICE_DATABASE_URL,
    'SERVICE_DATABASE_URL',
    migrationsFor,
  );
  if (looked.database) later(looked.database.close);
  return [looked.check, embeddedCheck(looked.database)];
}

function outside(
  config: BotConfig,
  { stored, reached }: { stored: Stored; reached: LookedAtConnection },
  run: Run,
): Check[] {
  const slack = createAskSlack({
    botToken: config.SLACK_BOT_TOKEN,
    apiUrl: config.SLACK_API_URL,
    network: slackNetwork(config, run.dispatcher),
    log: silentLog(),
    ...run,
  });
  const appToken = config.SLACK_APP_TOKEN;
  const needsFor = neededBy(config, stored);
  const all = connectionChecks({
    ...stored,
    slack,
    wayIn: () => (appToken === undefined ? overHttp() : overSocketMode(slack, appToken)),
    connected: reached.connected ?? { why: 'none' },
    allowAdminCreatingEndpoint: config.FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT,
    readings: run.readings,
    needsFor,
  });
  const own = () => ownServiceCheck(reached.connected, needsFor('connection'));
  return all.map((check) => (reached.isOwn && check.name === 'service' ? own() : check));
}

/** Values that the environment doesn't give come from the database, so their checks need it. */
function neededBy(config: BotConfig, { isKnown }: Stored) {
  const settings = fixedSettings(config);
  const { url, token } = fixedConnection(config);
  return (what: SettingName | 'connection'): readonly string[] => {
    if (isKnown) return [];
    const given = what === 'connection' ? url !== undefined && token !== undefined : settings[what];
    const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined && given !== false;
    return isGiven ? [] : ['database'];
  };
}

interface Options {
  config: BotConfig;
  connection: ConnectionStore | undefined;
  dispatcher: Dispatcher;
  patience: number;
  readings: ClockReadings;
  clock: Clock;
}

interface LookedAtConnection {
  /** Undefined for the built-in service before it has ever run. */
  connected: Connected | undefined;
  /** Whether it is the built-in service. */
  isOwn: boolean;
}

/** Finds the connection that a start would use: the environment overrides stored values. */
async function lookAtConnection({ config, connection, ...how }: Options): Promise<LookedAtConnection> {
  const stored = await connection?.describe();
  const fixed = fixedConnection(config);
  const isOwn = config.ONBOARDING_URL === undefined && (stored === undefined || stored.setBy === ownName);
  const url = fixed.url ?? stored?.url;
  if (url === undefined) return { connected: undefined, isOwn };
  if (!URL.canParse(url)) return { connected: { why: 'noAddress' }, isOwn };
  const token = fixed.token ?? connection?.current()?.token;
  const mayBePlain = config.ONBOARDING_ALLOW_HTTP || isLoopback(url);
  return { connected: { service: createAskService({ url, token, ...how }), mayBePlain }, isOwn };
}
