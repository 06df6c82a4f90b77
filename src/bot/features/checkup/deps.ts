import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Result } from '../../checks/check.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { CheckupStore } from '../../storage/checkups.ts';
import type { SettingsStore } from '../../storage/settings.ts';

export interface CheckupDeps {
  /** Runs all checks; changes nothing. @throws database errors */
  checkup: () => Promise<readonly Result[]>;
  checkups: CheckupStore;
  ledger: Pick<Ledger, 'enqueue' | 'outage' | 'channelBlocked'>;
  settingsStore: Pick<SettingsStore, 'current'>;
  windows: WindowUpdates;
  clock: Clock;
  log: Log;
}
