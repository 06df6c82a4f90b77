import type { Clock } from '../../../time/clock.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { SubmissionWaiters } from './submission-waiters.ts';

/** Polling interval, in milliseconds. */
const every = 150;

interface EndedElsewhereOptions {
  database: LedgerDatabase;
  waiters: SubmissionWaiters;
  clock: Clock;
}

/**
 * Notifies waiting forms of requests that another process has ended: any process may send the oldest request. One
 * query for all of them, repeated while someone waits.
 * @returns a function that starts watching a request by its id
 */
export function createEndedElsewhere({ database, waiters, clock }: EndedElsewhereOptions) {
  const watched = new Set<string>();
  let isDue = false;

  function lookSoon(): void {
    if (isDue) return;
    isDue = true;
    clock.after(every, () => void look());
  }

  async function look(): Promise<void> {
    for (const id of watched) if (!waiters.has(id)) watched.delete(id);
    // A failed query is repeated at the next look; callers have their own timeout.
    if (watched.size > 0) await tellOfEnded().catch(() => {});
    isDue = false;
    if (watched.size > 0) lookSoon();
  }

  async function tellOfEnded(): Promise<void> {
    const rows = await database.db
      .selectFrom('requests')
      .selectAll()
      .where('id', 'in', [...watched])
      .where((row) => row.or([row('ended_at', 'is not', null), row('state', '=', 'needs_review')]))
      .execute();
    for (const row of rows) {
      watched.delete(row.id);
      const request = database.types.read(row);
      if (request) waiters.tell({ request, trouble: undefined });
    }
  }

  return (id: string): void => {
    // SQLite is used by a single process.
    if (database.kind === 'sqlite') return;
    watched.add(id);
    lookSoon();
  };
}
