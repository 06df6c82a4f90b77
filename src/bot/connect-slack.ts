import type { WebClient } from '@slack/web-api';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import { type Access, createAccess } from './access/access.ts';
import { createSlackApp, createSlackClient, type SlackApp, type SlackMode } from './slack/app.ts';
import { createSlackGroups, type SlackGroups } from './slack/people/groups.ts';
import { createSlackPeople, type SlackPeople } from './slack/people/people.ts';
import { createWindowUpdates, type WindowUpdates } from './slack/views/window-updates.ts';
import type { SettingsStore } from './storage/settings.ts';

interface SlackOptions {
  slack: { botToken: string; apiUrl?: string | undefined };
  settings: Pick<SettingsStore, 'current'>;
  /** How long a call of the Web API may take, in milliseconds. */
  limits?: { slackTimeout?: number } | undefined;
  clock: Clock;
  log: Log;
}

/** Slack, with what is known of its people, and who of them may what. */
interface Slack extends SlackApp {
  client: WebClient;
  people: SlackPeople;
  windows: WindowUpdates;
  access: Access;
  groups: SlackGroups;
}

export function connectSlack(options: SlackOptions, mode: SlackMode): Slack {
  const { slack, log, clock, settings, limits } = options;
  const { botToken, apiUrl } = slack;
  const reach = { mode, botToken, apiUrl, clock, log, timeout: limits?.slackTimeout };
  const client = createSlackClient(reach);
  const people = createSlackPeople(client, clock);
  const groups = createSlackGroups(client, clock);
  const slackApp = createSlackApp(reach, client);
  const teamId = () => slackApp.identity()?.teamId ?? '';
  const access = createAccess({ lists: settings.current, people, groups, teamId });
  return { ...slackApp, client, people, windows: createWindowUpdates(client), access, groups };
}
