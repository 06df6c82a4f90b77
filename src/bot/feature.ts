import type { App } from '@slack/bolt';
import type { Button, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../log.ts';
import type { Clock } from '../time/clock.ts';
import type { Access } from './access/access.ts';
import type { Only } from './access/only.ts';
import type { Changes } from './changes.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { BlockedChannel } from './ledger/outbox/blocked.ts';
import type { Request } from './ledger/requests/request.ts';
import type { InSlack } from './notifications/recipients.ts';
import type { Connection } from './onboarding/client/client.ts';
import type { ConnectionTestResult } from './onboarding/client/test-connection.ts';
import type { Directory } from './onboarding/directory/directory.ts';
import type { MessageDefinition } from './requests/define-message.ts';
import type { RequestType, TypeOf } from './requests/define-request.ts';
import type { SlackGroups } from './slack/people/groups.ts';
import type { SlackPeople } from './slack/people/people.ts';
import type { WindowUpdates } from './slack/views/window-updates.ts';
import type { ConnectionStore } from './storage/connection.ts';
import type { Drafts } from './storage/drafts.ts';
import type { Homes } from './storage/homes.ts';
import type { SequenceKinds } from './storage/sequence-kinds.ts';
import type { Settings, SettingsStore } from './storage/settings.ts';

export type { Draft } from './storage/drafts.ts';
export type { StoredHome } from './storage/homes.ts';
export type { SettingName, Settings } from './storage/settings.ts';

/** The names of the slash commands, with their slash; others may own the usual ones. */
export interface CommandNames {
  newhire: string;
  offboard: string;
  frontdesk: string;
}

/** What an admin may change of the connection, and how. */
export interface ConnectionRules {
  /** The address that the environment gives. */
  fixedUrl: string | undefined;
  /** The environment gives the token. */
  tokenIsFixed: boolean;
  /** Whether the token may travel to this address without encryption. */
  mayBePlain: (url: string) => boolean;
}

/** The way to the onboarding service, as an admin sees it. */
interface ConnectionDesk {
  store: Pick<ConnectionStore, 'current' | 'describe' | 'save' | 'trouble'>;
  rules: ConnectionRules;
  /** Tries an address and a token without storing them. */
  test(connection: Connection): Promise<ConnectionTestResult>;
}

/** What a feature is handed. */
export interface FeatureDeps {
  app: App;
  /** Slack's Web API, for what is not the answer to a payload. */
  client: WebClient;
  only: Only;
  access: Access;
  people: SlackPeople;
  windows: WindowUpdates;
  /** Who an employee of the service is in Slack. @throws when that cannot be found out now */
  findEmployee(employee: number): Promise<InSlack>;
  /** What keeps the private channel from being used. */
  privateChannelTrouble(): Promise<BlockedChannel[]>;
  ledger: Ledger;
  directory: Directory;
  kinds: SequenceKinds;
  drafts: Drafts;
  commands: CommandNames;
  settings: () => Settings;
  settingsStore: SettingsStore;
  desk: ConnectionDesk;
  groups: SlackGroups;
  /** Which App Homes show what. */
  homes: Homes;
  /** Calls back with the Slack id of somebody who may be a guest, deactivated or no admin any more. */
  onPersonChange(listener: (userId: string) => void): void;
  /** The ids in the lists of who may that nobody in Slack has, as far as Slack has said. */
  unknownIds(): readonly string[];
  /** Tells those who show things that something has changed. */
  changes: Changes;
  /** Every kind of request, in the order in which App Home shows what lies ahead. */
  requestTypes: readonly RequestType[];
  typeOf: TypeOf;
  /** Every feature, in the order in which App Home shows what they have to show. */
  features: readonly Feature[];
  /** Begins what a feature does by itself: run once, when Slack has said who Frontdesk is. */
  atStart(begin: () => Promise<void>): void;
  /** Ends what a feature began by itself, such as a timer: run once, when the bot stops. */
  atStop(end: () => Promise<void>): void;
  clock: Clock;
  log: Log;
}

/** Somebody who looks at App Home and may. */
export interface Viewer {
  userId: string;
  standing: 'hr' | 'manager';
}

/** What a feature shows to somebody in App Home. */
export interface HomePart {
  /** In the row at the top. */
  buttons?: Button[];
  /** Below, in the order of the features. */
  blocks?: KnownBlock[];
}

/** One thing that people can do. */
export interface Feature {
  name: string;
  /** Registers the listeners, each with `only` in front; does nothing else. */
  register(deps: FeatureDeps): void;
  /** What this viewer may see of it in App Home, and nothing else. */
  home?(viewer: Viewer, deps: FeatureDeps): Promise<HomePart> | HomePart;
  /** What there is to say about a request in App Home, beyond its state. */
  requestNote?(request: Request, deps: FeatureDeps): string | undefined;
  /** What this viewer can do with a request of its kind, beyond what can be done with each. */
  requestButtons?(request: Request, viewer: Viewer, deps: FeatureDeps): Button[];
  /** What it has Slack told: a message that is in no feature's list is not sent. */
  messages?: readonly MessageDefinition[];
}
