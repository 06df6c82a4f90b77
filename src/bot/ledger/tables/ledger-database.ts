import type { Database } from '../../../database/open.ts';
import type { Statement, Transact } from '../../../database/transact.ts';
import type { SetAside } from '../requests/set-aside.ts';
import type { LedgerTables } from './schema.ts';

/** The ledger's database, with the transactions that its parts share. */
export interface LedgerDatabase extends Database<LedgerTables> {
  transact: Transact<LedgerTables>;
  statement: Statement<LedgerTables>;
  /** Marks a request that cannot be read. */
  setAside: SetAside;
}
