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
  fixedUrl: string | undefined;
  tokenIsFixed: boolean;
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
  unknownIds(): readonly string[];
  ledger: Pick<Ledger, 'blockedChannels'>;
  privateChannelTrouble(): Promise<BlockedChannel[]>;
  directory: Pick<Directory, 'current' | 'refresh' | 'trouble' | 'unsorted'>;
  kinds: Pick<SequenceKinds, 'sort'>;
  changes: Pick<Changes, 'tell'>;
  windows: WindowUpdates;
}
