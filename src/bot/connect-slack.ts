import { isDatabaseAway } from '../database/postgres/away.ts';
import type { Log } from '../log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Clock } from '../time/clock.ts';
import { createAccess } from './access/access.ts';
import { acknowledgeFirst, createOnly } from './access/only.ts';
import { createSlackApp, type SlackMode } from './slack/app.ts';
import type { SlackNetwork } from './slack/connection/network.ts';
import { watchAcknowledgements } from './slack/incoming/acknowledgement.ts';
import { refuseWhileStarting } from './slack/incoming/arrivals.ts';
import { failures } from './slack/incoming/failure.ts';
import { answerInTime } from './slack/incoming/in-time.ts';
import { Listeners } from './slack/incoming/listeners.ts';
import { createSlackGroups } from './slack/people/groups.ts';
import { createSlackPeople } from './slack/people/people.ts';
import { createWindowUpdates } from './slack/views/window-updates.ts';
import type { SettingsStore } from './storage/settings.ts';

export interface SlackOptions {
  slack: { botToken: string; apiUrl?: string | undefined; network?: SlackNetwork | undefined };
  settings: Pick<SettingsStore, 'current'>;
  /** Time limits for a Web API call and for Slack's wait for an answer, in milliseconds. */
  limits?: { slackTimeout?: number; slackPatience?: number } | undefined;
  telemetry: Telemetry;
  clock: Clock;
  /** Real time, for Slack's deadlines and the clock check: tests may move `clock`. */
  wallClock: Clock;
  log: Log;
}

/**
 * Sets up Slack, its people and their access, with the middlewares of all payloads. Listens to nothing and calls
 * nothing yet.
 */
export function connectSlack(options: SlackOptions, mode: SlackMode) {
  const { slack, telemetry, log, clock, wallClock, settings, limits } = options;
  const { app: bolt, ...slackApp } = createSlackApp({
    ...slack,
    mode,
    telemetry,
    clock,
    log,
    timeout: limits?.slackTimeout,
  });
  const { client, identity } = slackApp;
  const people = createSlackPeople(client, clock);
  const groups = createSlackGroups(client, clock);
  const teamId = () => identity()?.teamId ?? '';
  const access = createAccess({ lists: settings.current, people, groups, teamId, clock });
  watchAcknowledgements(bolt, limits?.slackPatience);
  bolt.use(failures(log, telemetry, isDatabaseAway));
  bolt.use(answerInTime(wallClock, log));
  bolt.use(refuseWhileStarting(() => identity() !== undefined));
  bolt.use(acknowledgeFirst);
  const listeners = new Listeners(bolt, createOnly(access, log));
  return { ...slackApp, bolt, listeners, people, windows: createWindowUpdates(client), access, groups };
}
