import { type RawBuilder, sql } from 'kysely';
import { isAtOnce, isUnsent, wasTried } from '../tables/conditions.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { atRest } from '../tables/row-locks.ts';
import type { LedgerTables } from '../tables/schema.ts';
import { longestWait, settledAfter } from './backoff.ts';

interface Instant {
  table: keyof LedgerTables;
  column: string;
  /** How far ahead it can be when every clock is right, in milliseconds. */
  furthest: number;
  only: RawBuilder<boolean>;
}

const openRequest = sql<boolean>`ended_at is null`;
/** What is to wait until a chosen instant may be as far ahead as that is. */
const waitingMessage = sql<boolean>`${isUnsent} and ${isAtOnce} and (scheduled_for is null or attempts > 0)`;
const triedMessage = sql<boolean>`${isUnsent} and ${wasTried}`;
const newMessage = sql<boolean>`${isUnsent} and ${isAtOnce}`;
const any = sql<boolean>`1 = 1`;

/** What would hold something up, or put it last, for as long as it is ahead. */
const instants: readonly Instant[] = [
  { table: 'requests', column: 'due_at', furthest: longestWait, only: openRequest },
  { table: 'requests', column: 'outcome_unknown_at', furthest: settledAfter, only: openRequest },
  { table: 'requests', column: 'created_at', furthest: longestWait, only: any },
  { table: 'messages', column: 'due_at', furthest: longestWait, only: waitingMessage },
  { table: 'messages', column: 'due_at', furthest: longestWait, only: triedMessage },
  { table: 'messages', column: 'created_at', furthest: longestWait, only: newMessage },
  { table: 'lanes', column: 'free_at', furthest: longestWait, only: any },
  { table: 'circuit_breaker', column: 'probe_at', furthest: longestWait, only: any },
];

/**
 * Brings instants back to now that no right clock could have written: one was ahead when it wrote them, and was set
 * back since. Each kind by itself, and what somebody is changing at this moment at the next occasion.
 * @returns how many
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
