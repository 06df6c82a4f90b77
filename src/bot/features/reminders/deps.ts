import type { Clock } from '../../../time/clock.ts';
import type { Feature } from '../../feature.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Unreached } from '../../ledger/outbox/message.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { MessageDefinition } from '../../requests/define-message.ts';
import type { TypeOf } from '../../requests/define-request.ts';
import type { RequestPages } from '../../requests/request-pages.ts';
import type { Settings } from '../../storage/settings.ts';

export interface RemindersDeps {
  ledger: Pick<Ledger, 'enqueue' | 'find' | 'mute' | 'sentTo' | 'unmute'>;
  typeOf: TypeOf;
  definitions: () => readonly MessageDefinition[];
  /** Further rehearsals that features offer for a request. */
  rehearsals: () => readonly NonNullable<Feature['rehearse']>[];
  directory: Pick<Directory, 'current'>;
  /** Slack user of an employee, or the reason why there is none. @throws when that can't be looked up now */
  findEmployee(employee: number): Promise<{ userId: string } | { why: Unreached }>;
  requestPages: Pick<RequestPages, 'showAgain'>;
  settings: () => Settings;
  additions: Pick<ServiceAdditions, 'known'>;
  clock: Clock;
}
