import { type RawBuilder, sql } from 'kysely';
import { atRest, isAtOnce, isUnsent, type LedgerDatabase, wasTried } from '../tables/ledger-database.ts';
import type { LedgerTables } from '../tables/schema.ts';
import { longestWait, settledAfter } from './lease.ts';

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
export async function mendInstants(database: LedgerDatabase, now: Date): Promise<number> {
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
