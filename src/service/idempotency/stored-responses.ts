import type { Queries } from '../storage/tables.ts';
import type { RepeatKey } from './idempotency-key.ts';

/** An answer as it is sent and stored. */
export interface StoredResponse {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** What is known of a key: whether the body was the same, and the answer unless it is gone with its person. */
interface KnownKey {
  fingerprint: string;
  response: StoredResponse | null;
}

/** Looks a key up; null when no request with it had an effect. */
export async function findKey(queries: Queries, digest: string): Promise<KnownKey | null> {
  const row = await queries
    .selectFrom('idempotency_keys')
    .leftJoin('idempotency_answers', 'idempotency_answers.digest', 'idempotency_keys.digest')
    .select(['fingerprint', 'status', 'body'])
    .where('idempotency_keys.digest', '=', digest)
    .executeTakeFirst();
  if (!row) return null;
  const { fingerprint, status, body } = row;
  return { fingerprint, response: status === null ? null : { status, body } };
}

/**
 * Takes keys inside the transaction of the effects. Where another process is writing the same key, this waits until
 * that has happened or has failed.
 * @param keys null for a request without one
 * @returns for each whether the effect is still to be had: false for a key that a finished request has
 */
export async function claimKeys(queries: Queries, keys: (RepeatKey | null)[], now: Date): Promise<boolean[]> {
  const wanted = new Map(keys.flatMap((key) => (key ? [[key.digest, key]] : [])));
  if (wanted.size === 0) return keys.map(() => true);
  const taken = await queries
    .insertInto('idempotency_keys')
    // In one order everywhere, so that two processes never wait for each other's keys.
    .values(
      [...wanted.values()]
        .map((key) => ({ ...key, created_at: now.toISOString() }))
        .sort((a, b) => (a.digest < b.digest ? -1 : 1)),
    )
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .execute();
  const free = new Set(taken.map(({ digest }) => digest));
  // The same key twice in one batch: the second one is a repeat.
  return keys.map((key) => key === null || free.delete(key.digest));
}

/** Gives back the keys of requests that turned out to have no effect. */
export async function releaseKeys(queries: Queries, keys: (RepeatKey | null)[]): Promise<void> {
  const digests = keys.flatMap((key) => (key ? [key.digest] : []));
  if (digests.length === 0) return;
  await queries.deleteFrom('idempotency_keys').where('digest', 'in', digests).execute();
}

/** An answer to be stored, with the person it is about: it is deleted with them. */
interface ResponseToStore extends StoredResponse {
  key: RepeatKey | null;
  personId: number;
}

/** Stores the answers of those requests that have a key. */
export async function storeResponses(queries: Queries, responses: ResponseToStore[]): Promise<void> {
  const rows = responses.flatMap(({ key, personId, status, body }) =>
    key ? [{ digest: key.digest, person_id: personId, status, body }] : [],
  );
  if (rows.length > 0) await queries.insertInto('idempotency_answers').values(rows).execute();
}
