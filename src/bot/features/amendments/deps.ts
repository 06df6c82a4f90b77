import type { Clock } from '../../../time/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Settings } from '../../storage/settings.ts';

export interface AmendmentDeps {
  ledger: Pick<Ledger, 'find' | 'newestDone' | 'amend' | 'toldOf' | 'presence'>;
  typeOf: TypeOf;
  windows: WindowUpdates;
  settings: () => Settings;
  additions: Pick<ServiceAdditions, 'changePerson' | 'has' | 'known'>;
  directory: Pick<Directory, 'current'>;
  clock: Clock;
}
