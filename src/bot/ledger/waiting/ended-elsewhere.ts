import type { Clock } from '../../../time/clock.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { SubmissionWaiters } from './submission-waiters.ts';

/** How often it is looked, in milliseconds. */
const every = 150;

interface EndedElsewhereOptions {
  database: LedgerDatabase;
  waiters: SubmissionWaiters;
  clock: Clock;
}

/**
 * Tells whoever waits at a form here of what another process brings: the oldest request is sent first, by whichever
 * process has a hand free. One query for all of them, for as long as somebody waits.
 * @returns has a request, which this process does not have in hand, looked at
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
    // What cannot be read now is read the next time; whoever waits gives up by themselves.
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
    // SQLite is for one process.
    if (database.kind === 'sqlite') return;
    watched.add(id);
    lookSoon();
  };
}
