import { sql } from 'kysely';
import type { LedgerDatabase } from '../tables/ledger-database.ts';

/** Whoever lives has renewed a lease several times in so many looks; see `renewEvery`. */
const looksUntilDead = 4;
/** So many leases are looked at in one look: processes hold a few each. */
const most = 1_000;

type Table = 'requests' | 'messages';

/** A lease as it stands in a row. */
interface Held {
  id: string | number;
  holder: string | null;
  until: string;
}

/**
 * Takes leases away from those who do not renew them. Whether one is renewed is seen by looking again, not by
 * comparing instants: the clocks of two processes differ, and every clock can jump.
 * @returns a look, to be had again and again; it tells how many leases it took away
 */
export function createLeaseWatch({ db }: LedgerDatabase): () => Promise<number> {
  let seen = new Map<string, { mark: string; looks: number }>();

  async function held(table: Table): Promise<Held[]> {
    const { rows } = await sql<Held>`
      select id, lease_holder as holder, lease_until as until from ${sql.table(table)}
      where lease_until is not null limit ${most}`.execute(db);
    return rows;
  }

  /** Unless it was renewed at this moment. */
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
