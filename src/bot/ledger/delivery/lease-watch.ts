import { sql } from 'kysely';
import type { LedgerDatabase } from '../tables/ledger-database.ts';

/**
 * Looks without a renewal until a lease is taken away. A live process renews several times in that time; see
 * `renewEvery`.
 */
const looksUntilDead = 4;
/** Upper bound of leases per look; processes hold a few each. */
const most = 1_000;

type Table = 'requests' | 'messages';

interface Held {
  id: string | number;
  holder: string | null;
  until: string;
}

/**
 * Frees leases that aren't renewed. Renewal is detected by comparing two looks, not instants: the clocks of processes
 * differ, and clocks can jump.
 * @returns a function to call repeatedly; it returns the number of leases freed
 */
export function createLeaseWatch({ db }: LedgerDatabase): () => Promise<number> {
  let seen = new Map<string, { mark: string; looks: number }>();

  async function held(table: Table): Promise<Held[]> {
    const { rows } = await sql<Held>`
      select id, lease_holder as holder, lease_until as until from ${sql.table(table)}
      where lease_until is not null limit ${most}`.execute(db);
    return rows;
  }

  /** Has no effect if the lease was renewed in the meantime. */
  async function free(table: Table, { id, holder, until }: Held): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set lease_holder = null, lease_until = null
      where id = ${id} and lease_until = ${until} and coalesce(lease_holder, '') = ${holder ?? ''}`.execute(
      db,
    );
    return Number(numAffectedRows);
  }

  return async () => {
    const now: typeof seen = new Map();
    let freed = 0;
    for (const table of ['requests', 'messages'] as const)
      for (const lease of await held(table)) {
        const key = `${table} ${lease.id}`;
        const mark = `${lease.holder} ${lease.until}`;
        const before = seen.get(key);
        const looks = before?.mark === mark ? before.looks + 1 : 0;
        if (looks < looksUntilDead) now.set(key, { mark, looks });
        else freed += await free(table, lease);
      }
    seen = now;
    return freed;
  };
}
