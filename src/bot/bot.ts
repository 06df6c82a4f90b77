import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import type { Access } from './access/access.ts';
import type { Changes } from './changes.ts';
import type { CommandNames } from './feature.ts';
import type { Result } from './health/check.ts';
import type { SetupMarks } from './health/setup-step.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { BlockedChannel } from './ledger/outbox/blocked.ts';
import type { Outgoing } from './notifications/recipients.ts';
import type { SequenceTasks, ServiceAdditions } from './onboarding/additions.ts';
import type { Connection, OnboardingClient } from './onboarding/client/client.ts';
import type { ConnectionTestResult } from './onboarding/client/test-connection.ts';
import type { Directory } from './onboarding/directory/directory.ts';
import type { Previews } from './preview/preview.ts';
import type { RequestType, TypeOf } from './requests/define-request.ts';
import type { FindManager } from './requests/employees.ts';
import type { RequestPages } from './requests/request-button.ts';
import type { Slack } from './slack/slack.ts';
import type { CheckupStore } from './storage/checkups.ts';
import type { ConnectionStore } from './storage/connection.ts';
import type { Drafts } from './storage/drafts.ts';
import type { HireImports } from './storage/hire-imports.ts';
import type { Homes } from './storage/homes.ts';
import type { SequenceKinds } from './storage/sequence-kinds.ts';
import type { Settings, SettingsStore } from './storage/settings.ts';
import type { SlackPeopleStore } from './storage/slack-people.ts';
import type { StarterSources } from './storage/starter-sources.ts';
import type { TaskDatabase } from './storage/tasks.ts';
import type { Templates } from './storage/templates.ts';
import type { WebhookEndpoints } from './storage/webhook-endpoints.ts';
import type { WebhookRules } from './webhooks/post.ts';

/** Services that the features share. */
export interface Bot
  extends Pick<Slack, 'client' | 'identity' | 'download' | 'people' | 'groups' | 'windows'>,
    Pick<Outgoing, 'findEmployee' | 'peopleOfHr'> {
  access: Access;
  /** Calls back with a Slack user id that may have become a guest, been deactivated or lost admin rights. */
  onPersonChange(listener: (userId: string) => void): void;
  /** See `OnboardingClient`. */
  mistakesIn: OnboardingClient['mistakesIn'];
  findManager: FindManager;
  privateChannelTrouble: () => Promise<readonly BlockedChannel[]>;
  /** Whether a Slack user is in the private channel. @throws when Slack can't be asked */
  isInPrivateChannel: (userId: string) => Promise<boolean>;
  ledger: Ledger;
  directory: Directory;
  additions: ServiceAdditions;
  sequenceTasks: SequenceTasks;
  connection: ConnectionStore & {
    test(connection: Connection): Promise<ConnectionTestResult>;
  };
  kinds: SequenceKinds;
  setupMarks: SetupMarks;
  requestTypes: readonly RequestType[];
  typeOf: TypeOf;
  requestPages: RequestPages;
  previews: Previews;
  checkup: () => Promise<readonly Result[]>;
  checkups: CheckupStore;
  settings: () => Settings;
  settingsStore: SettingsStore;
  drafts: Drafts;
  imports: HireImports;
  templates: Templates;
  starterSources: StarterSources;
  /** Slack members, as last reported to the onboarding service. */
  slackPeople: SlackPeopleStore;
  homes: Homes;
  /** Other systems that get events. */
  endpoints: WebhookEndpoints;
  webhookRules: WebhookRules;
  database: TaskDatabase;
  changes: Changes;
  commands: CommandNames;
  /** Frontdesk's own, e.g. `1.2.0`. */
  version: string;
  clock: Clock;
  log: Log;
}
