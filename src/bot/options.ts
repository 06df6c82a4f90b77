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

export interface FrontdeskOptions extends SlackOptions, HttpServerOptions {
  slack: SlackOptions['slack'] & HttpServerOptions['slack'];
  database: Database<BotTables>;
  connection: ConnectionStore;
  dispatcher: ClientOptions['dispatcher'];
  settings: SettingsStore;
  connectionRules: ConnectionRules;
  commands: CommandNames;
  /** Version of Frontdesk, e.g. `1.2.0`. */
  version: string;
  /** See `ClientOptions`. */
  allowAdminCreatingEndpoint: boolean;
  /** Path of a file, existing or not, on the disk to check. */
  dataPath: string;
  keptFor: KeptFor;
  telemetry: Telemetry;
  limits?: Limits | undefined;
}

/** Time limits in milliseconds, each with a default. */
export interface Limits extends Pick<ClientOptions, 'readTimeout' | 'writeTimeout'> {
  slackTimeout?: number;
  /** Slack's wait for an answer; 3 seconds in reality. */
  slackPatience?: number;
}
