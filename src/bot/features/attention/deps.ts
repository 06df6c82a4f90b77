import type { WebClient } from '@slack/web-api';
import type { Language } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Changes } from '../../changes.ts';
import type { ListenerDeps } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AnsweredQuestion } from '../../ledger/requests/questions.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { RequestPages } from '../../requests/request-pages.ts';
import type { Message } from '../../requests/result-views.ts';

/** A question that nobody has to answer any more, as it is to be shown; undefined where that cannot be told. */
type Settle = (question: AnsweredQuestion, language: Language) => Promise<Message | undefined>;

export interface AttentionDeps extends ListenerDeps {
  /** Slack's Web API, for what is not the answer to a payload. */
  client: WebClient;
  ledger: Ledger;
  typeOf: TypeOf;
  requestPages: Pick<RequestPages, 'showAgain'>;
  access: Pick<Access, 'languageOf'>;
  changes: Changes;
  /** What others show in the place of what they asked, by the names of their messages. */
  settledBy: Readonly<Record<string, Settle>>;
  clock: Clock;
  log: Log;
}
