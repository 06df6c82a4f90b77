import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Request } from '../requests/request.ts';

/**
 * Time after the first attempt during which a repeat is recognized, in milliseconds. The service keeps keys for seven
 * days; one day is a margin for clock differences.
 */
const keysAreKeptFor = 6 * 86_400_000;

/**
 * Fingerprint of the service's address and token (keys belong to their owner) if the service promised, before an
 * attempt, that repeating the request's key is safe; empty otherwise.
 */
export type Promised = (request: { kind: string; idempotencyKey: string | null }) => string;

/** Begins with the reference, to be found in the service's log (draft-ietf-httpapi-idempotency-key-header). */
export function newKey(id: string): string {
  return `${id}-${randomUUID()}`;
}

/**
 * Columns to store before a request is sent: time of the first use of the key, and the promiser of all attempts
 * (empty if they differ).
 */
export function sentWithKey(promisedBy: string, now: Date) {
  return {
    key_sent_at: sql<string>`coalesce(key_sent_at, ${now.toISOString()})`,
    key_promised_by: sql<string>`case when key_promised_by is null or key_promised_by = ${promisedBy}
      then ${promisedBy} else '' end`,
  };
}

/** Columns of a key that, as far as is known, was never sent. */
export const keyUnsent = { key_sent_at: null, key_promised_by: null } as const;

/** Whether every attempt so far carried the key to `sender`, who promised safe repeats and still keeps the key. */
export function isCovered(request: Request, sender: string | undefined, now: Date): boolean {
  const { idempotencyKey, keySentAt, keyPromisedBy } = request;
  if (idempotencyKey === null || keySentAt === null || !keyPromisedBy || keyPromisedBy !== sender)
    return false;
  const age = now.getTime() - new Date(keySentAt).getTime();
  // After a clock was set back, the age is unknown.
  return age >= 0 && age < keysAreKeptFor;
}
