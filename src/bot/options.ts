import type { Database } from '../database/open.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { SlackOptions } from './connect-slack.ts';
import type { CommandNames } from './feature.ts';
import type { ConnectionRules } from './features/settings/deps.ts';
import type { HttpServerOptions } from './http-server.ts';
import type { KeptFor } from './ledger/tables/retention.ts';
import type { ClientOptions } from './onboarding/client/client.ts';
import type { ConnectionStore } from './storage/connection.ts';
import type { BotTables } from './storage/migrations.ts';
import type { SettingsStore } from './storage/settings.ts';

/** What the bot is started with. */
export interface FrontdeskOptions extends SlackOptions, HttpServerOptions {
  slack: SlackOptions['slack'] & HttpServerOptions['slack'];
  database: Database<BotTables>;
  connection: ConnectionStore;
  dispatcher: ClientOptions['dispatcher'];
  settings: SettingsStore;
  connectionRules: ConnectionRules;
  commands: CommandNames;
  /** This program's own, e.g. `1.2.0`. */
  version: string;
  /** See `ClientOptions`. */
  allowAdminCreatingEndpoint: boolean;
  /** Where what is stored needs room: the path of a file that is there, or is to be. */
  dataPath: string;
  /** How long what is stored is kept. */
  keptFor: KeptFor;
  telemetry: Telemetry;
  limits?: Limits | undefined;
}

/** How long answers are waited for, in milliseconds; what is usual where nothing is said. */
export interface Limits extends Pick<ClientOptions, 'readTimeout' | 'writeTimeout'> {
  /** Slack's Web API. */
  slackTimeout?: number;
  /** How long Slack waits for an answer: 3 seconds. */
  slackPatience?: number;
}
