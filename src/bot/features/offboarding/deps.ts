import type { Log } from '../../../log.ts';
import type { CommandNames } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BlockedChannel } from '../../ledger/outbox/blocked.ts';
import type { Recipient, Unreached } from '../../ledger/outbox/message.ts';
import type { MenuDeps } from '../../menus.ts';
import type { SequenceTasks, ServiceAdditions } from '../../onboarding/additions.ts';
import type { Previews } from '../../preview/preview.ts';
import type { FindManager } from '../../requests/employees.ts';
import type { RequestPages } from '../../requests/request-button.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/open-view.ts';
import type { Settings } from '../../storage/settings.ts';

export interface OffboardingDeps extends MenuDeps {
  commands: Pick<CommandNames, 'offboard'>;
  ledger: Ledger;
  people: Pick<SlackPeople, 'byId' | 'byEmail'>;
  findManager: FindManager;
  /** `since`: when the person was known to be an employee. */
  findEmployee(employee: number, since: Date): Promise<{ userId: string } | { why: Unreached }>;
  privateChannelTrouble: () => Promise<readonly BlockedChannel[]>;
  /** Whether a Slack user is in the private channel. @throws when Slack can't be asked */
  isInPrivateChannel: (userId: string) => Promise<boolean>;
  peopleOfHr: (to: Extract<Recipient, { hr: true }>, since: Date) => Promise<readonly string[]>;
  windows: WindowUpdates;
  additions: Pick<ServiceAdditions, 'has' | 'known'>;
  sequenceTasks: SequenceTasks;
  previews: Previews;
  requestPages: Pick<RequestPages, 'answer'>;
  log: Log;
  settings: () => Settings;
}
