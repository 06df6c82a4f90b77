import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Request } from './request.ts';

/** More than are made between two readings of a list. */
const most = 500;

/** @returns finds what any process has carried out of a kind since an instant, the newest first */
export function createDoneSince({ db, types }: LedgerDatabase) {
  return async (kind: string, since: Date): Promise<Request[]> => {
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('kind', '=', kind)
      .where('state', '=', 'done')
      .where('ended_at', '>=', since.toISOString())
      .where('forgotten_at', 'is', null)
      .orderBy('ended_at', 'desc')
      .limit(most)
      .execute();
    return rows.flatMap((row) => types.read(row) ?? []);
  };
}
