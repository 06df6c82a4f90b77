import type { Queries } from '../storage/tables.ts';
import type { RepeatKey } from './idempotency-key.ts';

/** An answer as it is sent and stored. */
export interface StoredResponse {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** What a request had: an answer, with the person whom it is about, with whom it is deleted; null for nobody. */
export interface Effect<Person extends number | null = number> extends StoredResponse {
  personId: Person;
}

/** What came of a write: its effect; null when it had none, and 'repeated' for a used key. */
export type Outcome<Person extends number | null = number> = Effect<Person> | 'repeated' | null;

/** Something to be stored, with the key that it came with. */
export interface Keyed {
  key: RepeatKey | null;
}

/**
 * Has effects inside a transaction, with their keys and answers. Keys of those that had none are given back.
 * @param store has the effects of items whose keys are free, and gives them for those that had one
 * @returns what came of each, in the same order
 */
export async function storeKeyed<Item extends Keyed, Person extends number | null>(
  queries: Queries,
  items: Item[],
  now: Date,
  store: (fresh: Item[]) => Promise<Map<Item, Effect<Person>>>,
): Promise<Outcome<Person>[]> {
  const fresh = await claimKeys(queries, items, now);
  const effects = await store(fresh);
  await storeResponses(queries, effects);
  const unused = fresh.filter((item) => !effects.has(item));
  await releaseKeys(queries, unused);
  return items.map((item) => (fresh.includes(item) ? (effects.get(item) ?? null) : 'repeated'));
}

function keysOf(items: Keyed[]): RepeatKey[] {
  return items.flatMap(({ key }) => key ?? []);
}

/**
 * Takes keys inside the transaction of the effects. Where another process is writing the same key, this waits until
 * that has happened or has failed.
 * @returns those whose effect is still to be had: without a key that a finished request has
 */
async function claimKeys<Item extends Keyed>(queries: Queries, items: Item[], now: Date): Promise<Item[]> {
  const created_at = now.toISOString();
  const wanted = new Map(keysOf(items).map((key) => [key.digest, { ...key, created_at }]));
  if (wanted.size === 0) return items;
  const taken = await queries
    .insertInto('idempotency_keys')
    // In one order everywhere, so that two processes never wait for each other's keys.
    .values([...wanted.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1)))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .execute();
  const free = new Set(taken.map(({ digest }) => digest));
  // The same key twice in one batch: the second one is a repeat.
  return items.filter(({ key }) => key === null || free.delete(key.digest));
}

/** Gives back the keys of requests that turned out to have no effect. */
async function releaseKeys(queries: Queries, items: Keyed[]): Promise<void> {
  const digests = keysOf(items).map(({ digest }) => digest);
  if (digests.length === 0) return;
  await queries.deleteFrom('idempotency_keys').where('digest', 'in', digests).execute();
}

/** Stores the answers of those requests that have a key. */
async function storeResponses(queries: Queries, effects: Map<Keyed, Effect<number | null>>): Promise<void> {
  const rows = [...effects].flatMap(([{ key }, { personId, status, body }]) =>
    key ? [{ digest: key.digest, person_id: personId, status, body }] : [],
  );
  if (rows.length > 0) await queries.insertInto('idempotency_answers').values(rows).execute();
}
