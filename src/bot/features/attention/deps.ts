import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { RequestPages } from '../../requests/request-pages.ts';

export interface AttentionDeps extends ListenerDeps {
  /** Slack's Web API, for what is not the answer to a payload. */
  client: WebClient;
  ledger: Ledger;
  typeOf: TypeOf;
  requestPages: Pick<RequestPages, 'showAgain'>;
  access: Pick<Access, 'languageOf'>;
  changes: Changes;
  clock: Clock;
  log: Log;
}
