import type { ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Settings } from '../../storage/settings.ts';

export interface AmendmentDeps extends ListenerDeps {
  ledger: Pick<Ledger, 'find' | 'newestDone' | 'amend' | 'toldOf'>;
  typeOf: TypeOf;
  windows: WindowUpdates;
  settings: () => Settings;
}
