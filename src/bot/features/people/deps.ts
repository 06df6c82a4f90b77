import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Changes } from '../../changes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Imports } from '../../storage/people/imports.ts';
import type { SlackPeopleStore } from '../../storage/people/slack-people.ts';
import type { SettingsStore } from '../../storage/settings.ts';

export interface PeopleDeps {
  client: WebClient;
  /** The workspace; undefined until Slack has answered. */
  identity: () => { teamId: string } | undefined;
  people: Pick<SlackPeople, 'byId'>;
  windows: WindowUpdates;
  additions: Pick<ServiceAdditions, 'offered' | 'known' | 'importPeople'>;
  directory: Pick<Directory, 'current' | 'readAnew'>;
  ledger: Pick<Ledger, 'enqueue' | 'schedule' | 'withdraw' | 'newestDone' | 'findOpen'>;
  settingsStore: Pick<SettingsStore, 'current' | 'save' | 'onChange'>;
  changes: Pick<Changes, 'tell'>;
  imports: Imports;
  /** Slack members, as last reported to the service. */
  slackPeople: SlackPeopleStore;
  clock: Clock;
  log: Log;
}
