import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { Message, RequestPages } from '../../requests/result-views.ts';

/** Builds the message that replaces an answered question; undefined if it can't be built. */
type Settle = (question: AnsweredQuestion) => Promise<Message | undefined>;

export interface AttentionDeps {
  client: WebClient;
  ledger: Ledger;
  typeOf: TypeOf;
  requestPages: Pick<RequestPages, 'showAgain'>;
  access: Pick<Access, 'languageOf'>;
  changes: Changes;
  /** How other features replace their answered questions, by message name. */
  settledBy: Readonly<Record<string, Settle>>;
  clock: Clock;
  log: Log;
}
