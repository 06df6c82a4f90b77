import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { CommandNames, ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Unreached } from '../../ledger/outbox/message.ts';
import type { MenuDeps } from '../../menus.ts';
import type { SequenceTasks } from '../../onboarding/additions/sequence-tasks.ts';
import type { MessageDefinition } from '../../requests/define-message.ts';
import type { RequestPages } from '../../requests/request-pages.ts';
import type { SetupMarks } from '../../setup/marks.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { ChannelSizes } from '../../slack/posting/channel-sizes.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { Drafts } from '../../storage/drafts.ts';
import type { Settings } from '../../storage/settings.ts';
import type { Templates } from '../../storage/templates.ts';

/** What the form is shown with, and what is worth a warning in it. */
export interface FormDeps extends MenuDeps {
  settings: () => Settings;
  templates: Pick<Templates, 'current'>;
  /** What tasks the service's sequences bring. */
  sequenceTasks: SequenceTasks;
}

export interface NewHireDeps extends ListenerDeps, FormDeps {
  /** Slack's Web API, for what is not the answer to a payload. */
  client: WebClient;
  access: Pick<Access, 'languageOf'>;
  changes: Changes;
  commands: Pick<CommandNames, 'newhire'>;
  ledger: Ledger;
  drafts: Drafts;
  templates: Templates;
  log: Log;
  people: SlackPeople;
  windows: WindowUpdates;
  /** Every message that there is. */
  definitions: () => readonly MessageDefinition[];
  requestPages: Pick<RequestPages, 'showAgain'>;
  setupMarks: Pick<SetupMarks, 'rehearsed'>;
  /** How many read channels, as far as Slack says so in time. */
  channelSizes: ChannelSizes;
  /** Who an employee of the service is in Slack, or why nobody. @throws when that cannot be found out now */
  findEmployee(employee: number): Promise<{ userId: string } | { why: Unreached }>;
}
