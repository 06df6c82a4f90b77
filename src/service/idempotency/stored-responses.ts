import type { Queries } from '../storage/tables.ts';
import type { RepeatKey } from './idempotency-key.ts';

/** An answer as it is sent and stored. */
export interface StoredResponse {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** Looks a key up: its fingerprint, and the answer unless that is gone with its person. Null for an unknown one. */
export async function findKey(queries: Queries, digest: string) {
  const row = await queries
    .selectFrom('idempotency_keys')
    .leftJoin('idempotency_answers', 'idempotency_answers.digest', 'idempotency_keys.digest')
    .select(['fingerprint', 'status', 'body'])
    .where('idempotency_keys.digest', '=', digest)
    .executeTakeFirst();
  if (!row) return null;
  const { fingerprint, status, body } = row;
  const response: StoredResponse | null = status === null ? null : { status, body };
  return { fingerprint, response };
}

/** What a request had: an answer, with the person it is about, with whom it is deleted. */
export interface Effect extends StoredResponse {
  personId: number;
}

/**
 * Has effects inside a transaction, with their keys and answers. Keys of those that had none are given back.
 * @param store has the effects of items whose keys are free, and gives them for those that had one
 * @returns the effect of each, in the same order; null for one that had none, and 'repeated' for a used key
 */
export async function storeKeyed<Item extends { key: RepeatKey | null }>(
  queries: Queries,
  items: Item[],
  now: Date,
  store: (fresh: Item[]) => Promise<Map<Item, Effect>>,
): Promise<(Effect | 'repeated' | null)[]> {
  const isFree = await claimKeys(queries, keysOf(items), now);
  const fresh = items.filter((_item, index) => isFree[index]);
  const effects = await store(fresh);
  await storeResponses(queries, effects);
  await releaseKeys(queries, keysOf(fresh.filter((item) => !effects.has(item))));
  return items.map((item, index) => (isFree[index] ? (effects.get(item) ?? null) : 'repeated'));
}

function keysOf(items: { key: RepeatKey | null }[]): (RepeatKey | null)[] {
  return items.map(({ key }) => key);
}

/**
 * Takes keys inside the transaction of the effects. Where another process is writing the same key, this waits until
 * that has happened or has failed.
 * @param keys null for a request without one
 * @returns for each whether the effect is still to be had: false for a key that a finished request has
 */
async function claimKeys(queries: Queries, keys: (RepeatKey | null)[], now: Date): Promise<boolean[]> {
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
async function releaseKeys(queries: Queries, keys: (RepeatKey | null)[]): Promise<void> {
  const digests = keys.flatMap((key) => (key ? [key.digest] : []));
  if (digests.length === 0) return;
  await queries.deleteFrom('idempotency_keys').where('digest', 'in', digests).execute();
}

/** Stores the answers of those requests that have a key. */
async function storeResponses(
  queries: Queries,
  effects: Map<{ key: RepeatKey | null }, Effect>,
): Promise<void> {
  const rows = [...effects].flatMap(([{ key }, { personId, status, body }]) =>
    key ? [{ digest: key.digest, person_id: personId, status, body }] : [],
  );
  if (rows.length > 0) await queries.insertInto('idempotency_answers').values(rows).execute();
}
