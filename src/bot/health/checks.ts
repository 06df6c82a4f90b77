import type { Dispatcher } from 'undici';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { SlackNetwork } from '../slack/connection/socket-connection.ts';
import type { ConnectionRules, ConnectionStore } from '../storage/connection.ts';
import type { SettingName, Settings, SettingsStore } from '../storage/settings.ts';
import { channelChecks } from './channels.ts';
import { type Check, type Found, failure, type Result, runChecks } from './check.ts';
import { clockCheck, createClockReadings, diskCheck, keyCheck } from './machine.ts';
import { say } from './messages.ts';
import { connectedTo, serviceChecks } from './service.ts';
import { type AskSlack, accessCheck, asConnected, createAskSlack, slackChecks } from './slack.ts';

interface Outside {
  slack: { botToken: string; apiUrl?: string | undefined; network?: SlackNetwork | undefined };
  /** Looks whether Slack's requests arrive. */
  wayIn: (slack: AskSlack) => Found | Promise<Found>;
  settings: Settings;
  unreadable: readonly SettingName[];
  /** Address and token of the onboarding service that the bot uses or would use. */
  connection: { url: string | undefined; token: string | undefined };
  mayBePlain: (url: string) => boolean;
  dispatcher: Dispatcher;
  allowAdminCreatingEndpoint: boolean;
  needsFor(what: SettingName | 'connection'): readonly string[];
  /** The real clock, which is itself checked. */
  clock: Clock;
  log: Log;
}

/** Time limit for each answer of Slack and the service, in milliseconds: somebody may be waiting. */
const patience = 5_000;

/** Checks of everything outside this machine: Slack, the people and channels there, and the onboarding service. */
export function connectionChecks(outside: Outside): Check[] {
  const { settings, needsFor, mayBePlain, dispatcher, clock, log } = outside;
  const readings = createClockReadings();
  const slack = createAskSlack({ ...outside.slack, patience, readings, clock, log });
  const connected = connectedTo({ ...outside.connection, mayBePlain, dispatcher, patience, readings, clock });
  const isUnreadable = (...names: SettingName[]) => names.some((name) => outside.unreadable.includes(name));
  const lists = { settings, isUnreadable: isUnreadable('hr', 'managers') };
  const channels = { settings, isUnreadable: isUnreadable('channels', 'privateChannel'), needsFor };
  const asked = () => Promise.allSettled([slack.identity(), connected.service?.greeting()]);
  return [
    ...slackChecks(slack, () => outside.wayIn(slack)),
    accessCheck(slack, lists, needsFor('hr')),
    ...channelChecks(slack, channels),
    ...serviceChecks(connected, needsFor('connection'), outside.allowAdminCreatingEndpoint),
    clockCheck(readings, asked),
  ];
}

interface WithinBot extends Pick<Outside, 'slack' | 'dispatcher' | 'allowAdminCreatingEndpoint' | 'log'> {
  slackTrouble: () => string | undefined;
  settingsStore: Pick<SettingsStore, 'current' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'canBeRead'>;
  connectionRules: ConnectionRules;
  dataPath: string;
  wallClock: Clock;
}

/** Creates the check of a running bot. Callers during a run share its results. */
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
  const { settingsStore, slackTrouble, connection, connectionRules } = bot;
  const { fixedUrl, tokenIsFixed, mayBePlain } = connectionRules;
  return [
    keyCheck({
      connection,
      isTokenGiven: tokenIsFixed,
      unreadable: failure(() => say().key.unreadable),
    }),
    diskCheck(bot.dataPath),
    ...connectionChecks({
      ...bot,
      wayIn: () => asConnected(slackTrouble()),
      settings: settingsStore.current(),
      unreadable: settingsStore.unreadable(),
      connection: {
        url: fixedUrl ?? (await connection.describe())?.url,
        token: connection.current()?.token,
      },
      mayBePlain,
      needsFor: () => [],
      clock: bot.wallClock,
    }),
  ];
}
