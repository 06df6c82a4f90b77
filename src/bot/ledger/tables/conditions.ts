import { sql } from 'kysely';

// Must match the WHERE clauses of the partial indexes: SQLite doesn't use them if the state is a parameter
// (https://sqlite.org/partialindex.html).

/** Neither refused nor cancelled. */
export const stands = sql<boolean>`requests.state not in ('rejected', 'cancelled')`;

export const isDone = sql<boolean>`requests.state = 'done'`;

export const isUnsent = sql<boolean>`messages.state in ('pending', 'sending')`;

/** Follows from a plan; most are for later days. */
export const isPlanned = sql<boolean>`messages.planned = 1`;
export const isAtOnce = sql<boolean>`messages.planned = 0`;
/** Planned messages that wait after a failed attempt. */
export const wasTried = sql<boolean>`messages.planned = 1 and messages.attempts > 0`;
