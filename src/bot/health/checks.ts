import type { Dispatcher } from 'undici';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { SlackNetwork } from '../slack/connection/socket-connection.ts';
import type { ConnectionRules, ConnectionStore } from '../storage/connection.ts';
import type { SettingName, Settings, SettingsStore } from '../storage/settings.ts';
import { accessCheck } from './access.ts';
import { channelChecks } from './channels.ts';
import { type Check, failure, type Result, runChecks } from './check.ts';
import { type ClockReadings, clockCheck, createClockReadings, diskCheck, keyCheck } from './machine.ts';
import { say } from './messages.ts';
import { type Connected, connectedTo, serviceChecks } from './service.ts';
import { type AskSlack, asConnected, createAskSlack, slackChecks } from './slack.ts';

interface Looked {
  slack: AskSlack;
  wayIn: Check['look'];
  settings: Settings;
  unreadable: readonly SettingName[];
  connected: Connected;
  allowAdminCreatingEndpoint: boolean;
  readings: ClockReadings;
  needsFor(what: SettingName | 'connection'): readonly string[];
}

export function connectionChecks(looked: Looked): Check[] {
  const { slack, settings, connected, readings, needsFor } = looked;
  const isUnreadable = (...names: SettingName[]) => names.some((name) => looked.unreadable.includes(name));
  const lists = { settings, isUnreadable: isUnreadable('hr', 'managers') };
  const channels = { settings, isUnreadable: isUnreadable('channels', 'privateChannel'), needsFor };
  const asked = () => Promise.allSettled([slack.identity(), connected.service?.greeting()]);
  return [
    ...slackChecks(slack, looked.wayIn),
    accessCheck(slack, lists, needsFor('hr')),
    ...channelChecks(slack, channels),
    ...serviceChecks(connected, needsFor('connection'), looked.allowAdminCreatingEndpoint),
    clockCheck(readings, asked),
  ];
}

interface WithinBot {
  slack: { botToken: string; apiUrl?: string | undefined; network?: SlackNetwork | undefined };
  slackTrouble: () => string | undefined;
  settingsStore: Pick<SettingsStore, 'current' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'canBeRead'>;
  connectionRules: ConnectionRules;
  dispatcher: Dispatcher;
  allowAdminCreatingEndpoint: boolean;
  dataPath: string;
  /** The real clock, which is itself checked. */
  wallClock: Clock;
  log: Log;
}

/** Time limit for each answer of Slack and the service, in milliseconds: somebody may be waiting. */
const patience = 5_000;

export function createCheckup(bot: WithinBot): () => Promise<Result[]> {
  let underWay: Promise<Result[]> | undefined;
  async function run(): Promise<Result[]> {
    return runChecks(await checksOf(bot), bot.wallClock);
  }
  return () =>
    (underWay ??= run().finally(() => {
      underWay = undefined;
    }));
}

async function checksOf(bot: WithinBot): Promise<Check[]> {
  const { settingsStore, slackTrouble, connection, connectionRules, allowAdminCreatingEndpoint } = bot;
  const { fixedUrl, tokenIsFixed, mayBePlain } = connectionRules;
  const readings = createClockReadings();
  const how = { ...bot, patience, readings, clock: bot.wallClock };
  return [
    keyCheck({
      connection,
      isTokenGiven: tokenIsFixed,
      unreadable: failure(() => say().key.unreadable),
    }),
    diskCheck(bot.dataPath),
    ...connectionChecks({
      slack: createAskSlack({ ...how, ...bot.slack }),
      wayIn: () => asConnected(slackTrouble()),
      settings: settingsStore.current(),
      unreadable: settingsStore.unreadable(),
      connected: connectedTo({
        url: fixedUrl ?? (await connection.describe())?.url,
        token: connection.current()?.token,
        mayBePlain,
        ...how,
      }),
      allowAdminCreatingEndpoint,
      readings,
      needsFor: () => [],
    }),
  ];
}
