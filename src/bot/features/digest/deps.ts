import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { SettingsStore } from '../../storage/settings.ts';

export interface DigestDeps {
  ledger: Pick<Ledger, 'schedule' | 'timeline' | 'presence'>;
  typeOf: TypeOf;
  settingsStore: Pick<SettingsStore, 'current' | 'onChange'>;
  clock: Clock;
  log: Log;
}
