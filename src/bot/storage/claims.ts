import { expressionBuilder, sql } from 'kysely';

/** Instant at which a claim ends. @param lasts in milliseconds */
export function claimedUntil(at: Date, lasts: number): string {
  return new Date(at.getTime() + lasts).toISOString();
}

/**
 * Nobody claims the row, or not any more. A clock that was ahead and set back may have written a claim that is too
 * long. @param column when the row's claim ends
 */
export function isFree(column: string, at: Date, lasts: number) {
  const { eb, or } = expressionBuilder<object, never>();
  const until = sql.ref<string | null>(column);
  return or([
    eb(until, 'is', null),
    eb(until, '<', at.toISOString()),
    eb(until, '>', claimedUntil(at, lasts)),
  ]);
}
