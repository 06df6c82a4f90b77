import type { Log } from '../../../log.ts';
import type { CommandNames, ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BlockedChannel } from '../../ledger/outbox/blocked.ts';
import type { Recipient, Unreached } from '../../ledger/outbox/message.ts';
import type { MenuDeps } from '../../menus.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { SequenceTasks } from '../../onboarding/additions/sequence-tasks.ts';
import type { MessageDefinition } from '../../requests/define-message.ts';
import type { FindManager } from '../../requests/find-manager.ts';
import type { RequestPages } from '../../requests/request-pages.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { ChannelSizes } from '../../slack/posting/channel-sizes.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Settings } from '../../storage/settings.ts';

export interface OffboardingDeps extends ListenerDeps, MenuDeps {
  commands: Pick<CommandNames, 'offboard'>;
  ledger: Ledger;
  people: Pick<SlackPeople, 'byId' | 'byEmail'>;
  findManager: FindManager;
  /** Who somebody is in Slack who was an employee at that instant, or why nobody. @throws when that cannot be found out now */
  findEmployee(employee: number, since: Date): Promise<{ userId: string } | { why: Unreached }>;
  /** What keeps the private channel from being used. */
  privateChannelTrouble: () => Promise<readonly BlockedChannel[]>;
  /** Whether a Slack user reads what is posted there. @throws when Slack cannot be asked */
  isInPrivateChannel: (userId: string) => Promise<boolean>;
  /** Who of HR is told directly. @throws when Slack cannot be asked */
  peopleOfHr: (to: Extract<Recipient, { hr: true }>, since: Date) => Promise<readonly string[]>;
  windows: WindowUpdates;
  additions: Pick<ServiceAdditions, 'has' | 'known'>;
  /** What tasks the service's sequences bring. */
  sequenceTasks: SequenceTasks;
  /** Every message that there is. */
  definitions: () => readonly MessageDefinition[];
  requestPages: Pick<RequestPages, 'showAgain'>;
  log: Log;
  /** How many read channels, as far as Slack says so in time. */
  channelSizes: ChannelSizes;
  settings: () => Settings;
}
