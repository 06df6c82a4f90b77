import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { Feature } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { RequestPages } from '../../requests/result-views.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Homes } from '../../storage/homes.ts';
import type { Settings } from '../../storage/settings.ts';

export interface PageDeps {
  ledger: Ledger;
  typeOf: TypeOf;
  /** Other features in display order: above the requests, and below them. */
  above: readonly Feature[];
  below: readonly Feature[];
  people: Pick<SlackPeople, 'byId'>;
  directory: Pick<Directory, 'current'>;
  settings: () => Settings;
  /** Frontdesk's own, e.g. `1.2.0`. */
  version: string;
  clock: Clock;
}

export interface HomeDeps extends PageDeps {
  /** Slack's Web API, for calls that don't answer a payload. */
  client: WebClient;
  access: Access;
  homes: Homes;
  /** Calls back with a Slack user id that may have become a guest, been deactivated or lost admin rights. */
  onPersonChange(listener: (userId: string) => void): void;
  changes: Changes;
  windows: WindowUpdates;
  requestPages: Pick<RequestPages, 'serve'>;
  log: Log;
}
