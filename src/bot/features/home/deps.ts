import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { Feature, ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { RequestPages } from '../../requests/request-pages.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Homes } from '../../storage/homes.ts';
import type { Settings } from '../../storage/settings.ts';

/** What a page is made of. */
export interface PageDeps {
  ledger: Ledger;
  typeOf: TypeOf;
  /** The other features, in the order in which they are shown: above the requests, and below them. */
  above: readonly Feature[];
  below: readonly Feature[];
  people: Pick<SlackPeople, 'byId'>;
  directory: Pick<Directory, 'current'>;
  settings: () => Settings;
  /** This program's own, e.g. `1.2.0`. */
  version: string;
  clock: Clock;
}

export interface HomeDeps extends ListenerDeps, PageDeps {
  /** Slack's Web API, for what is not the answer to a payload. */
  client: WebClient;
  access: Access;
  /** Which App Homes show what. */
  homes: Homes;
  /** Calls back with the Slack id of somebody who may be a guest, deactivated or no admin any more. */
  onPersonChange(listener: (userId: string) => void): void;
  changes: Changes;
  windows: WindowUpdates;
  requestPages: Pick<RequestPages, 'serve'>;
  log: Log;
}
