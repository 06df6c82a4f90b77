import { sql } from 'kysely';

// In the words of the partial indexes: SQLite uses none of them where a parameter stands in the place of a state
// (https://sqlite.org/partialindex.html).

/** Neither refused nor cancelled: its form counts. */
export const stands = sql<boolean>`requests.state not in ('rejected', 'cancelled')`;

export const isDone = sql<boolean>`requests.state = 'done'`;

/** Slack has not got it yet. */
export const isUnsent = sql<boolean>`messages.state in ('pending', 'sending')`;
