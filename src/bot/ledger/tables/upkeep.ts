import { type RawBuilder, sql } from 'kysely';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import { longestWait, renewEvery, settledAfter } from '../delivery/lease.ts';
import { atRest, isAtOnce, isUnsent, type LedgerDatabase, wasTried } from './ledger-database.ts';
import type { LedgerTables } from './schema.ts';

interface Instant {
  table: keyof LedgerTables;
  column: string;
  furthest: number;
  only: RawBuilder<boolean>;
}

const openRequest = sql<boolean>`ended_at is null`;
/** Messages scheduled for a chosen time may be further ahead. */
const waitingMessage = sql<boolean>`${isUnsent} and ${isAtOnce} and (scheduled_for is null or attempts > 0)`;
const triedMessage = sql<boolean>`${isUnsent} and ${wasTried}`;
const newMessage = sql<boolean>`${isUnsent} and ${isAtOnce}`;
const everyRow = sql<boolean>`1 = 1`;

/** Instants that would delay an entry, or sort it last, while they lie in the future. */
const instants: readonly Instant[] = [
  { table: 'requests', column: 'due_at', furthest: longestWait, only: openRequest },
  { table: 'requests', column: 'outcome_unknown_at', furthest: settledAfter, only: openRequest },
  { table: 'requests', column: 'created_at', furthest: longestWait, only: everyRow },
  { table: 'messages', column: 'due_at', furthest: longestWait, only: waitingMessage },
  { table: 'messages', column: 'due_at', furthest: longestWait, only: triedMessage },
  { table: 'messages', column: 'created_at', furthest: longestWait, only: newMessage },
  { table: 'lanes', column: 'free_at', furthest: longestWait, only: everyRow },
  { table: 'circuit_breaker', column: 'probe_at', furthest: longestWait, only: everyRow },
];

/**
 * Resets instants that are too far ahead: a wrong clock wrote them and was set back since. One statement per kind;
 * rows being changed at the moment are skipped until the next run.
 * @returns the number of rows reset
 */
async function mendInstants(database: LedgerDatabase, now: Date): Promise<number> {
  let mended = 0;
  for (const instant of instants) mended += await mend(instant, database, now);
  return mended;
}

function mend(
  { table, column, furthest, only }: Instant,
  { kind, statement }: LedgerDatabase,
  now: Date,
): Promise<number> {
  const latest = new Date(now.getTime() + furthest).toISOString();
  const at = sql.ref(column);
  const ahead = atRest({ kind, table, only: sql<boolean>`${only} and ${at} > ${latest}` });
  return statement(async (db) => {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${at} = ${now.toISOString()} where ${ahead}`.execute(db);
    return Number(numAffectedRows);
  });
}

interface UpkeepOptions {
  database: LedgerDatabase;
  /** Retries unreadable entries, since another version may read them. @returns the number resumed */
  takeUpAside: () => Promise<number>;
  onFreed: () => void;
  clock: Clock;
  log: Log;
}

/** Instants are checked at every fourth look at the leases (10 seconds), unreadable entries every five minutes. */
const mendEvery = 4;
const takeUpEvery = 120;

/** Periodically frees work held up by dead processes or wrong clocks. */
export function startUpkeep({ database, takeUpAside, onFreed, clock, log }: UpkeepOptions): Repeating {
  const watchLeases = createLeaseWatch(database);
  let turns = 0;

  async function turn(): Promise<void> {
    const mended = turns % mendEvery === 0 ? await mendInstants(database, clock.now()) : 0;
    const taken = turns % takeUpEvery === 0 ? await takeUpAside() : 0;
    turns += 1;
    const freed = await watchLeases();
    if (mended > 0) log.warn({ mended }, 'instants of a clock that was ahead were brought back to now');
    if (freed > 0) log.warn({ freed }, 'what somebody held who is gone is taken over');
    if (taken > 0) log.info({ taken }, 'what could not be read can be read again');
    if (mended + freed + taken > 0) onFreed();
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

type Table = 'requests' | 'messages';

interface Held {
  id: string | number;
  holder: string | null;
  until: string;
}

/** Frees leases that aren't renewed. Compares two looks, not instants: the clocks of processes differ, and can jump. */
function createLeaseWatch({ db }: LedgerDatabase): () => Promise<number> {
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
