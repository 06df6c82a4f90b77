import type { Clock } from '../../../time/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
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

export interface ConnectionRules {
  /** Address from the environment. */
  fixedUrl: string | undefined;
  /** The token comes from the environment. */
  tokenIsFixed: boolean;
  /** Whether unencrypted HTTP is allowed for this address. */
  mayBePlain: (url: string) => boolean;
}

interface AdminConnection extends Pick<ConnectionStore, 'current' | 'describe' | 'save' | 'trouble'> {
  rules: ConnectionRules;
  test(connection: Connection): Promise<ConnectionTestResult>;
}

export interface SettingsDeps {
  clock: Clock;
  settingsStore: SettingsStore;
  connection: AdminConnection;
  groups: SlackGroups;
  /** @throws errors from Slack's client */
  access: Pick<Access, 'whoIs'>;
  /** Ids in the access lists that don't exist in Slack, as far as checked. */
  unknownIds(): readonly string[];
  ledger: Pick<Ledger, 'blockedChannels'>;
  /** Reasons why the private channel can't be used. */
  privateChannelTrouble(): Promise<BlockedChannel[]>;
  directory: Pick<Directory, 'current' | 'refresh' | 'trouble' | 'unsorted'>;
  kinds: Pick<SequenceKinds, 'sort'>;
  changes: Pick<Changes, 'tell'>;
  windows: WindowUpdates;
}
