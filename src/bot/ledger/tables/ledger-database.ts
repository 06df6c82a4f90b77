import type { Database } from '../../../database/open.ts';
import type { Statement, Transact } from '../../../database/transact.ts';
import type { BuilderOf } from '../outbox/pending-message.ts';
import type { RequestTypes } from '../requests/request-types.ts';
import type { LedgerTables } from './schema.ts';
import type { Handle } from './write.ts';

export type SetAside = (tx: Handle, id: string, now: Date) => Promise<void>;

export interface LedgerDatabase extends Database<LedgerTables> {
  transact: Transact<LedgerTables>;
  statement: Statement<LedgerTables>;
  setAside: SetAside;
  types: RequestTypes;
  /** The organization's current day at an instant. */
  today: (now: Date) => string;
  builderOf: BuilderOf;
}
