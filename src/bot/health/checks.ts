import type { ConnectionStore } from '../storage/connection.ts';
import type { SettingsStore } from '../storage/settings.ts';
import { channelChecks } from './channels.ts';
import { type Check, type Found, failure, type Outside, type Result, runChecks } from './check.ts';
import { clockCheck, createClockReadings, diskCheck, keyCheck } from './machine.ts';
import { say } from './messages.ts';
import { connectedTo, serviceChecks } from './service.ts';
import { type AskSlack, accessCheck, asConnected, createAskSlack, slackChecks } from './slack.ts';

interface OutsideAndWayIn extends Outside {
  /** Looks whether Slack's requests arrive. */
  wayIn: (slack: AskSlack) => Found | Promise<Found>;
}

/** Checks of everything outside this machine: Slack, the people and channels there, and the onboarding service. */
export function connectionChecks(outside: OutsideAndWayIn): Check[] {
  const readings = createClockReadings();
  const slack = createAskSlack(outside, readings);
  const service = connectedTo(outside, readings);
  const asked = () => Promise.allSettled([slack.identity(), service?.greeting()]);
  return [
    ...slackChecks(slack, () => outside.wayIn(slack)),
    accessCheck(slack, outside),
    ...channelChecks(slack, outside),
    ...serviceChecks(service, outside),
    clockCheck(readings, asked),
  ];
}

interface WithinBot extends Pick<Outside, 'slack' | 'dispatcher' | 'allowAdminCreatingEndpoint' | 'log'> {
  slackTrouble: () => string | undefined;
  settingsStore: Pick<SettingsStore, 'current' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'canBeRead' | 'rules'>;
  dataPath: string;
}

/** Creates the check of a running bot. Callers during a run share its results. */
export function createCheckup(bot: WithinBot): () => Promise<Result[]> {
  let underWay: Promise<Result[]> | undefined;
  const ended = () => {
    underWay = undefined;
  };
  return () => (underWay ??= checksOf(bot).then(runChecks).finally(ended));
}

async function checksOf(bot: WithinBot): Promise<Check[]> {
  const { settingsStore, slackTrouble, connection } = bot;
  const { fixedUrl, mayBePlain } = connection.rules;
  return [
    keyCheck({ connection, unreadable: failure(() => say().key.unreadable) }),
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
    }),
  ];
}
