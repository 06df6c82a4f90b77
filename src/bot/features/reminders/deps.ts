import type { Clock } from '../../../time/clock.ts';
import type { ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Settings } from '../../storage/settings.ts';

export interface RemindersDeps extends ListenerDeps {
  ledger: Pick<Ledger, 'enqueue' | 'mute' | 'sentTo' | 'unmute'>;
  settings: () => Settings;
  clock: Clock;
}
