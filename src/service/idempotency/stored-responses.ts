import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import type { Db, Queries } from '../storage/tables.ts';
import type { RepeatKey } from './idempotency-key.ts';

export interface StoredResponse {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** Effect of a write: its answer, and the person it is about (null for none), whose removal deletes it. */
export interface Effect<Person extends number | null = number> extends StoredResponse {
  personId: Person;
}

/** Result of a write: its effect; null when it had none; 'repeated' for a used key. */
export type Outcome<Person extends number | null = number> = Effect<Person> | 'repeated' | null;

export interface Keyed {
  key: RepeatKey | null;
}

/**
 * Stores effects with their keys and answers, inside a transaction. `store` applies the items whose keys are
 * free. Keys of items without an effect are released.
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
 * Waits while another process writes the same key, until that commits or fails. Returns the items still to be
 * applied.
 */
async function claimKeys<Item extends Keyed>(queries: Queries, items: Item[], now: Date): Promise<Item[]> {
  const created_at = now.toISOString();
  const wanted = new Map(keysOf(items).map((key) => [key.digest, { ...key, created_at }]));
  if (wanted.size === 0) return items;
  const taken = await queries
    .insertInto('idempotency_keys')
    // Sorted everywhere, so that two processes never wait for each other's keys.
    .values([...wanted.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1)))
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .execute();
  const free = new Set(taken.map(({ digest }) => digest));
  // A key twice in one batch: the second one is a repeat.
  return items.filter(({ key }) => key === null || free.delete(key.digest));
}

async function releaseKeys(queries: Queries, items: Keyed[]): Promise<void> {
  const digests = keysOf(items).map(({ digest }) => digest);
  if (digests.length === 0) return;
  await queries.deleteFrom('idempotency_keys').where('digest', 'in', digests).execute();
}

async function storeResponses(queries: Queries, effects: Map<Keyed, Effect<number | null>>): Promise<void> {
  const rows = [...effects].flatMap(([{ key }, { personId, status, body }]) =>
    key ? [{ digest: key.digest, person_id: personId, status, body }] : [],
  );
  if (rows.length > 0) await queries.insertInto('idempotency_answers').values(rows).execute();
}

const keptFor = 7 * 24 * 3_600_000;

const lookEvery = 3_600_000;

/** Rows deleted per step, so that other writers never wait for long. */
const stepSize = 500;

export function startKeyCleanup(db: Db, clock: Clock, log: Log): Repeating {
  return repeat({
    clock,
    every: lookEvery,
    async turn(stopping) {
      while (!stopping.aborted && (await deleteExpiredKeys(db, clock.now())) > 0);
    },
    onError: (error) => log.error({ err: error }, 'Old idempotency keys could not be deleted'),
  });
}

async function deleteExpiredKeys(queries: Queries, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptFor).toISOString();
  const { numDeletedRows } = await queries
    .deleteFrom('idempotency_keys')
    .where('digest', 'in', (query) =>
      query
        .selectFrom('idempotency_keys')
        .select('digest')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(stepSize),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
