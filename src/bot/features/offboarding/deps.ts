import type { CommandNames, ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { MenuDeps } from '../../menus.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Settings } from '../../storage/settings.ts';

export interface OffboardingDeps extends ListenerDeps, MenuDeps {
  commands: Pick<CommandNames, 'offboard'>;
  ledger: Ledger;
  people: Pick<SlackPeople, 'byId'>;
  windows: WindowUpdates;
  settings: () => Settings;
}
