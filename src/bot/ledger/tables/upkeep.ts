import { type RawBuilder, sql } from 'kysely';
import { type Repeating, repeat } from '../../../time/clock.ts';
import { eventPauses, leasedTables, longestWait, renewEvery, repeatAfter, unleased } from '../queue.ts';
import type { LedgerDatabase } from './ledger-database.ts';
import type { LedgerTables } from './schema.ts';
import { atRest, type Handle, isAtOnce, isOpen, isUnsent } from './sql.ts';

interface Instant {
  table: keyof LedgerTables;
  column: string;
  only: RawBuilder<boolean>;
  /** Shortest wait from now on, and the longest one that somebody chose, in milliseconds. */
  still?: number;
  most?: number;
}

/** Messages scheduled for a chosen time, or for working hours, may be further ahead. */
const waitingMessage = sql<boolean>`${isUnsent} and (attempts > 0 or (${isAtOnce} and scheduled_for is null))`;
const newMessage = sql<boolean>`${isUnsent} and ${isAtOnce}`;
const waitingEvent = sql<boolean>`webhook_events.state = 'pending'`;
const everyRow = sql<boolean>`1 = 1`;

/** Instants until which something waits, and from which on an earlier post is searched in Slack. */
const instants: readonly Instant[] = [
  { table: 'requests', column: 'due_at', only: isOpen },
  { table: 'requests', column: 'outcome_unknown_at', only: isOpen },
  // An earlier attempt may still be under way to Slack.
  { table: 'messages', column: 'due_at', only: waitingMessage, still: repeatAfter },
  { table: 'messages', column: 'created_at', only: newMessage },
  { table: 'lanes', column: 'free_at', only: everyRow },
  { table: 'circuit_breaker', column: 'probe_at', only: everyRow },
  { table: 'webhook_events', column: 'due_at', only: waitingEvent, most: eventPauses.longest },
  { table: 'webhook_endpoints', column: 'paused_until', only: everyRow },
];

/**
 * Ends waits that are longer than anything waits: a clock that was ahead chose them, and was set back since. Rows being changed
 * at the moment are skipped until the next run.
 * @returns the number of rows
 */
function endLongWaits({ kind, statement }: LedgerDatabase): Promise<number> {
  return statement(async ({ db, now }) => {
    let ended = 0;
    for (const { table, column, only, still = 0, most = longestWait } of instants) {
      const latest = new Date(now.getTime() + most).toISOString();
      const at = sql.ref(column);
      const until = new Date(now.getTime() + still).toISOString();
      const ahead = atRest({ kind, table, only: sql<boolean>`${only} and ${at} > ${latest}` });
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${at} = ${until} where ${ahead}`.execute(db);
      ended += Number(numAffectedRows);
    }
    return ended;
  });
}

/** Waits are checked at every twelfth look at the leases (30 seconds), unreadable entries every five minutes. */
const waitsEvery = 12;
const takeUpEvery = 120;

/**
 * Periodically frees work held up by dead processes or wrong clocks.
 * @param takeUpAside retries unreadable entries, since another version may read them; resolves to the number resumed
 */
export function startUpkeep(
  database: LedgerDatabase,
  takeUpAside: () => Promise<number>,
  onFreed: () => void,
): Repeating {
  const { clock, log } = database;
  const watchLeases = createLeaseWatch(database);
  let turns = 0;

  async function turn(): Promise<void> {
    const ended = turns % waitsEvery === 0 ? await endLongWaits(database) : 0;
    const taken = turns % takeUpEvery === 0 ? await takeUpAside() : 0;
    turns += 1;
    const freed = await watchLeases();
    if (ended > 0) log.warn({ ended }, 'what waited by a clock that was ahead goes on');
    if (freed > 0) log.warn({ freed }, 'what somebody held who is gone is taken over');
    if (taken > 0) log.info({ taken }, 'what could not be read can be read again');
    if (ended + freed + taken > 0) onFreed();
  }

  const onError = (err: unknown) => log.error({ err }, 'it cannot be looked up what is held up');
  return repeat({ clock, every: renewEvery, turn, onError });
}

/**
 * Looks without a renewal until a lease is taken away. A live process renews several times in that time; see
 * `renewEvery`.
 */
const looksUntilDead = 4;
/** Upper bound of leases per look; processes hold a few each. */
const most = 1_000;

interface LeaseRow {
  table: (typeof leasedTables)[number];
  id: string;
  lease_holder: string | null;
  lease_until: string;
}

/** Frees leases that aren't renewed. Compares two looks, not instants: the clocks of processes differ, and can jump. */
function createLeaseWatch({ db }: LedgerDatabase): () => Promise<number> {
  let seen = new Map<string, number>();

  return async () => {
    const now: typeof seen = new Map();
    let freed = 0;
    for (const { table, id, lease_holder, lease_until } of await leases(db)) {
      const mark = `${table} ${id} ${lease_holder} ${lease_until}`;
      const looks = (seen.get(mark) ?? -1) + 1;
      if (looks < looksUntilDead) {
        now.set(mark, looks);
        continue;
      }
      // Has no effect if the lease was renewed in the meantime.
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set(unleased)
        .where('id', '=', id)
        .where('lease_until', '=', lease_until)
        .where('lease_holder', 'is not distinct from', lease_holder)
        .executeTakeFirst();
      freed += Number(numUpdatedRows);
    }
    seen = now;
    return freed;
  };
}

/** Every lease there is, at most `most`. Ids as text, since PostgreSQL unites no text with integers. */
async function leases(db: Handle) {
  const held = (table: (typeof leasedTables)[number]) => sql`
    select ${sql.lit(table)} as "table", cast(id as text) as id, lease_holder, lease_until
    from ${sql.table(table)} where lease_until is not null`;
  const { rows } = await sql<LeaseRow>`
    ${sql.join(leasedTables.map(held), sql` union all `)} limit ${sql.lit(most)}`.execute(db);
  return rows;
}
