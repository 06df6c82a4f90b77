import { sql } from 'kysely';
import type { Concerned } from '../requests/request-type.ts';
import { personKey } from './found-by.ts';

/** Somebody who sees only what they submitted, and what concerns them once it is done. */
export interface Own {
  /** Their Slack user. */
  userId: string;
  /** By what else they are known. */
  known: readonly Concerned[];
}

/** By what the rows name them. */
export function keysOf({ userId, known }: Own): string[] {
  return [...new Set([{ user: userId }, ...known].map(personKey))];
}

/** Whether this is one of those whom the rows name. */
export function isAmong(concerned: readonly Concerned[], own: Own): boolean {
  const keys = new Set(keysOf(own));
  return concerned.some((person) => keys.has(personKey(person)));
}

/** The references of so many that they may see: the newest that they submitted, and those that concern them. */
export function idsOf(own: Own, limit: number) {
  const ofKeys = keysOf(own).map(
    (key) => sql`select * from (
      select request_id from request_people where person = ${key} order by day desc limit ${limit}) concerned`,
  );
  const submitted = sql`select * from (
    select id from requests where requester = ${own.userId} order by created_at desc limit ${limit}) submitted`;
  return sql.join([submitted, ...ofKeys], sql` union all `);
}
