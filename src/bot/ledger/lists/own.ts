import { sql } from 'kysely';
import type { Concerned } from '../requests/request-type.ts';
import { personKey } from './found-by.ts';

/** A person who sees only their own requests and, once completed, those that concern them. */
export interface Own {
  userId: string;
  known: readonly Concerned[];
}

/** Keys in `request_people.person`. */
export function keysOf({ userId, known }: Own): string[] {
  return [...new Set([{ user: userId }, ...known].map(personKey))];
}

/** Whether the person is one of those concerned. */
export function isAmong(concerned: readonly Concerned[], own: Own): boolean {
  const keys = new Set(keysOf(own));
  return concerned.some((person) => keys.has(personKey(person)));
}

/** Subquery of references: the person's newest requests and those that concern them, each at most `limit`. */
export function idsOf(own: Own, limit: number) {
  const ofKeys = keysOf(own).map(
    (key) => sql`select * from (
      select request_id from request_people where person = ${key} order by day desc limit ${limit}) concerned`,
  );
  const submitted = sql`select * from (
    select id from requests where requester = ${own.userId} order by created_at desc limit ${limit}) submitted`;
  return sql.join([submitted, ...ofKeys], sql` union all `);
}
