import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { CommandNames } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Unreached } from '../../ledger/outbox/message.ts';
import type { MenuDeps } from '../../menus.ts';
import type { SequenceTasks } from '../../onboarding/additions.ts';
import type { Previews } from '../../preview/preview.ts';
import type { RequestPages } from '../../requests/request-button.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/open-view.ts';
import type { Drafts } from '../../storage/drafts.ts';
import type { Settings } from '../../storage/settings.ts';
import type { Templates } from '../../storage/templates.ts';

export interface FormDeps extends MenuDeps {
  settings: () => Settings;
  templates: Pick<Templates, 'current'>;
  sequenceTasks: SequenceTasks;
}

export interface NewHireDeps extends FormDeps {
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
  previews: Previews;
  requestPages: Pick<RequestPages, 'answer'>;
  /** Slack user of an employee, or the reason there is none. @throws when it can't be looked up now */
  findEmployee(employee: number): Promise<{ userId: string } | { why: Unreached }>;
}
