import type { Database } from '../../../database/open.ts';
import type { Statement, Transact } from '../../../database/transact.ts';
import type { BuilderOf } from '../outbox/pending-message.ts';
import type { RequestTypes } from '../requests/request-types.ts';
import type { LedgerTables } from './schema.ts';
import type { Handle } from './write.ts';

/** Marks a request that cannot be read, in a transaction, so that nothing trips over it again. */
export type SetAside = (tx: Handle, id: string, now: Date) => Promise<void>;

/** The ledger's database, with the transactions that its parts share. */
export interface LedgerDatabase extends Database<LedgerTables> {
  transact: Transact<LedgerTables>;
  statement: Statement<LedgerTables>;
  /** Marks a request that cannot be read. */
  setAside: SetAside;
  /** How requests are read from their rows. */
  types: RequestTypes;
  /** Which day it is for the organization at an instant. */
  today: (now: Date) => string;
  /** What builds messages from what is stored of them. */
  builderOf: BuilderOf;
}
