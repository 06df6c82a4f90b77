import { sql } from 'kysely';

// In the words of the partial indexes: SQLite uses none of them where a parameter stands in the place of a state
// (https://sqlite.org/partialindex.html).

/** Neither refused nor cancelled: its form counts. */
export const stands = sql<boolean>`requests.state not in ('rejected', 'cancelled')`;

export const isDone = sql<boolean>`requests.state = 'done'`;

/** Slack has not got it yet. */
export const isUnsent = sql<boolean>`messages.state in ('pending', 'sending')`;

/** It follows from what is planned for its request: most of them are for later days. */
export const isPlanned = sql<boolean>`messages.planned = 1`;
export const isAtOnce = sql<boolean>`messages.planned = 0`;
/** Of those, what waits after an attempt. */
export const wasTried = sql<boolean>`messages.planned = 1 and messages.attempts > 0`;
