import type { Dispatcher } from 'undici';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import type { SlackNetwork } from '../slack/connection/socket-connection.ts';
import type { ConnectionStore } from '../storage/connection.ts';
import type { SettingsStore } from '../storage/settings.ts';
import { type Check, failure, ok, type Result, runChecks } from './check.ts';
import { connectionChecks } from './checks.ts';
import { createClockReadings, diskCheck } from './machine.ts';
import { say } from './messages.ts';
import { type Connected, createAskService } from './service.ts';
import { asConnected, createAskSlack } from './slack.ts';

interface WithinBot {
  slack: { botToken: string; apiUrl?: string | undefined; network?: SlackNetwork | undefined };
  slackTrouble: () => string | undefined;
  settingsStore: Pick<SettingsStore, 'current' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'>;
  connectionRules: { fixedUrl: string | undefined; mayBePlain: (url: string) => boolean };
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
  const { settingsStore, slackTrouble, dataPath, allowAdminCreatingEndpoint } = bot;
  const readings = createClockReadings();
  const how = { ...bot, patience, readings, clock: bot.wallClock };
  return [
    keyCheck(bot),
    diskCheck(dataPath),
    ...connectionChecks({
      slack: createAskSlack({ ...how, ...bot.slack }),
      wayIn: () => asConnected(slackTrouble()),
      settings: settingsStore.current(),
      unreadable: settingsStore.unreadable(),
      connected: await connectedOf(bot, how),
      allowAdminCreatingEndpoint,
      readings,
      needsFor: () => [],
    }),
  ];
}

function keyCheck({ connection }: WithinBot): Check {
  return {
    name: 'key',
    title: () => say().key.title,
    look() {
      if (connection.trouble() !== undefined) return failure(() => say().key.unreadable);
      return ok(() => say().key[connection.current() ? 'fine' : 'nothing']);
    },
  };
}

async function connectedOf(
  { connection, connectionRules }: WithinBot,
  how: Omit<Parameters<typeof createAskService>[0], 'url' | 'token'>,
): Promise<Connected> {
  const { fixedUrl, mayBePlain } = connectionRules;
  const url = fixedUrl ?? (await connection.describe())?.url;
  if (url === undefined) return { why: 'none' };
  if (!URL.canParse(url)) return { why: 'noAddress' };
  const token = connection.current()?.token;
  return { service: createAskService({ url, token, ...how }), mayBePlain: mayBePlain(url) };
}
