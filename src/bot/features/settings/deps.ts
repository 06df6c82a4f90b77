import type { Language } from '../../../language.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { ListenerDeps } from '../../feature.ts';
import type { InterruptedDeps } from '../../interrupted-window.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BlockedChannel } from '../../ledger/outbox/blocked.ts';
import type { Connection } from '../../onboarding/client/client.ts';
import type { ConnectionTestResult } from '../../onboarding/client/test-connection.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { SlackGroups } from '../../slack/people/groups.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { ConnectionStore } from '../../storage/connection.ts';
import type { SequenceKinds } from '../../storage/sequence-kinds.ts';
import type { SettingsStore } from '../../storage/settings.ts';

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
interface AdminConnection extends Pick<ConnectionStore, 'current' | 'describe' | 'save' | 'trouble'> {
  rules: ConnectionRules;
  /** Tries an address and a token without storing them. */
  test(connection: Connection, language: Language): Promise<ConnectionTestResult>;
}

export interface SettingsDeps extends ListenerDeps, InterruptedDeps {
  settingsStore: SettingsStore;
  connection: AdminConnection;
  groups: SlackGroups;
  /** Who somebody is for Frontdesk. @throws what Slack's client throws */
  access: Pick<Access, 'whoIs'>;
  /** The ids in the lists of who may that nobody in Slack has, as far as Slack has said. */
  unknownIds(): readonly string[];
  ledger: InterruptedDeps['ledger'] & Pick<Ledger, 'blockedChannels'>;
  /** What keeps the private channel from being used. */
  privateChannelTrouble(): Promise<BlockedChannel[]>;
  directory: Pick<Directory, 'current' | 'refresh' | 'trouble' | 'unsorted'>;
  kinds: Pick<SequenceKinds, 'sort'>;
  changes: Pick<Changes, 'tell'>;
  windows: WindowUpdates;
}
