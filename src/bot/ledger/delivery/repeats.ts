import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Request } from '../requests/request.ts';

/**
 * For how long after the first attempt a repeat counts as one, in milliseconds: the service keeps keys for seven days,
 * and its clock may be another one.
 */
const keysAreKeptFor = 6 * 86_400_000;

/**
 * Who promised, before an attempt, that a repeat with the request's key changes nothing: the name of the service's
 * address and the token, since a key belongs to its owner. Empty where nobody did.
 */
export type Promised = (request: { kind: string; idempotencyKey: string | null }) => string;

/** A new request's key (draft-ietf-httpapi-idempotency-key-header): the reference tells it in the service's log. */
export function newKey(id: string): string {
  return `${id}-${randomUUID()}`;
}

/** What is written down before the API hears of a request: when first with this key, and who promised each time. */
export function sentWithKey(promisedBy: string, now: Date) {
  return {
    key_sent_at: sql<string>`coalesce(key_sent_at, ${now.toISOString()})`,
    key_promised_by: sql<string>`case when key_promised_by is null or key_promised_by = ${promisedBy}
      then ${promisedBy} else '' end`,
  };
}

/** As far as is known, the service has not heard of the key. */
export const keyUnsent = { key_sent_at: null, key_promised_by: null } as const;

/** Whether every attempt so far went, with the key, to whom `sender` names, who promised, and who keeps it still. */
export function isCovered(request: Request, sender: string | undefined, now: Date): boolean {
  const { idempotencyKey, keySentAt, keyPromisedBy } = request;
  if (idempotencyKey === null || keySentAt === null || !keyPromisedBy || keyPromisedBy !== sender)
    return false;
  const age = now.getTime() - new Date(keySentAt).getTime();
  // A clock that was set back says nothing about how long ago it was.
  return age >= 0 && age < keysAreKeptFor;
}
