import type { Dispatcher } from 'undici';
import type { Check } from '../../bot/health/check.ts';
import { connectionChecks } from '../../bot/health/checks.ts';
import { type ClockReadings, diskCheck, keyCheck } from '../../bot/health/machine.ts';
import { connectedTo } from '../../bot/health/service.ts';
import { createAskSlack, overHttp, overSocketMode } from '../../bot/health/slack.ts';
import { ownName } from '../../bot/storage/connection.ts';
import { type BotTables, migrations } from '../../bot/storage/migrations.ts';
import type { SettingName } from '../../bot/storage/settings.ts';
import type { BotConfig } from '../../config/config.ts';
import { silentLog } from '../../log.ts';
import { migrationsFor } from '../../service/storage/migrations.ts';
import type { Tables } from '../../service/storage/tables.ts';
import type { Clock } from '../../time/clock.ts';
import { connectionRules, dataPath, fixedConnection, fixedSettings } from '../bot-database.ts';
import { outgoing, slackNetwork } from '../outgoing.ts';
import {
  type Configuration,
  configurationChecks,
  filesCheck,
  keyUnreadable,
  lookAtKey,
  nodeCheck,
} from './configuration.ts';
import { embeddedCheck, ownServiceCheck, readStored, type Stored } from './embedded.ts';
import { lookAtDatabase } from './look-at-database.ts';

interface Given {
  nodeVersion: string;
  clock: Clock;
  patience: number;
  readings: ClockReadings;
  /** Registers something to close after the run. */
  later(close: () => Promise<void>): void;
}

interface Run extends Given {
  dispatcher: Dispatcher;
}

export async function checksFor(configuration: Configuration, given: Given): Promise<Check[]> {
  const { config, problems } = configuration;
  const run = { ...given, dispatcher: outgoing(config) };
  given.later(() => run.dispatcher.destroy());
  const database = await databaseOf(configuration, run);
  const key = lookAtKey(config);
  const stored = await readStored(config, database, key.encryption);
  const { connection } = stored;
  const isTokenGiven = config.ONBOARDING_API_TOKEN !== undefined;
  return [
    ...configurationChecks(problems),
    nodeCheck(given.nodeVersion),
    database.check,
    filesCheck(config),
    keyCheck({ connection, isTokenGiven, unreadable: keyUnreadable(key), needs: ['database'] }),
    diskCheck(dataPath(config.DATABASE_URL)),
    ...(await outside(config, stored, run)),
  ];
}

async function databaseOf({ config, broken }: Configuration, { later }: Run) {
  const looked = await lookAtDatabase<BotTables>(config.DATABASE_URL, 'DATABASE_URL', migrations);
  if (looked.database) later(looked.database.close);
  // Instead of a wrong address, the default one was looked at.
  return broken.has('DATABASE_URL') ? { ...looked, database: undefined, isKnown: false } : looked;
}

async function outside(config: BotConfig, stored: Stored, run: Run): Promise<Check[]> {
  const slack = createAskSlack({
    botToken: config.SLACK_BOT_TOKEN,
    apiUrl: config.SLACK_API_URL,
    network: slackNetwork(config, run.dispatcher),
    log: silentLog(),
    ...run,
  });
  const appToken = config.SLACK_APP_TOKEN;
  const needsFor = neededBy(config, stored);
  const { connected, isOwn } = await lookAtConnection(config, stored, run);
  const all = connectionChecks({
    ...stored,
    slack,
    wayIn: () => (appToken === undefined ? overHttp() : overSocketMode(slack, appToken)),
    connected,
    allowAdminCreatingEndpoint: config.FRONTDESK_ALLOW_ADMIN_CREATING_ENDPOINT,
    readings: run.readings,
    needsFor,
  });
  if (!isOwn) return all;
  const own = all.map((check) => (check.name === 'service' ? ownServiceCheck(check, connected) : check));
  return [...(await ownDatabaseChecks(config, run)), ...own];
}

async function ownDatabaseChecks(config: BotConfig, { later }: Run): Promise<Check[]> {
  const url = config.SERVICE_DATABASE_URL;
  const looked = await lookAtDatabase<Tables>(url, 'SERVICE_DATABASE_URL', migrationsFor);
  if (looked.database) later(looked.database.close);
  return [looked.check, embeddedCheck(looked.database)];
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

/** Finds the connection that a start would use, and whether it is the built-in service. */
async function lookAtConnection(config: BotConfig, { connection }: Stored, run: Run) {
  const stored = await connection?.describe();
  const fixed = fixedConnection(config);
  const connected = connectedTo({
    url: fixed.url ?? stored?.url,
    token: fixed.token ?? connection?.current()?.token,
    mayBePlain: connectionRules(config, fixed).mayBePlain,
    ...run,
  });
  const isOwn = config.ONBOARDING_URL === undefined && (stored === undefined || stored.setBy === ownName);
  return { connected, isOwn };
}
