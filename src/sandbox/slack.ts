import type { AppDescription } from './app/manifest.ts';
import type { Changes } from './changes.ts';
import type { Client } from './client/client.ts';
import type { Clock } from './clock.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Ids } from './ids.ts';
import type { ResponseUrls } from './interactivity/response-urls.ts';
import type { Triggers } from './interactivity/triggers.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The installed app: its manifest and what Slack gave it. */
export interface InstalledApp extends AppDescription {
  id: string;
  botId: string;
  botUserId: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  /** The deprecated verification token that payloads still carry. */
  verificationToken: string;
}

/** All that makes this Slack, handed to whoever does something with it. */
export interface Slack {
  app: InstalledApp;
  workspace: Workspace;
  clients: Map<string, Client>;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  delivery: Delivery;
  clock: Clock;
  ids: Ids;
  changes: Changes;
}
