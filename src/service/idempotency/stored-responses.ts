import { inBatches } from '../../database/batches.ts';
import { isDatabaseAway } from '../../database/postgres/away.ts';
import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import { Refusal } from '../refusal.ts';
import type { Db, Queries } from '../storage/tables.ts';
import type { RepeatKey } from './idempotency-key.ts';

export interface StoredResponse {
  status: number;
  /** JSON; null for an answer without a body. */
  body: string | null;
}

/** Effect of a write: its answer, and the person it is about (null for none), whose removal deletes it. */
export interface Effect extends StoredResponse {
  personId: number | null;
}

export interface Keyed {
  key: RepeatKey | null;
}

/** A request with this key took effect while this one was being checked; this one did nothing. */
export class AlreadyDone extends Error {
  override name = 'AlreadyDone';
}

/**
 * Stores effects with their keys and answers, many in one transaction. `store` says of each item what became of
 * it; the key of a refused one is released. The write throws that Refusal; AlreadyDone for a used key.
 */
export function keyedWrites<Item extends Keyed, Made extends Effect>(
  db: Db,
  clock: Clock,
  store: (queries: Queries, items: Item[], now: Date) => Promise<Map<Item, Made | Refusal>>,
): (item: Item) => Promise<Made> {
  function storeTogether(items: Item[]): Promise<(Made | Refusal | AlreadyDone)[]> {
    return db.transaction().execute(async (queries) => {
      const now = clock.now();
      const fresh = await claimKeys(queries, items, now);
      const outcomes = await store(queries, fresh, now);
      await storeResponses(queries, outcomes);
      await releaseKeys(
        queries,
        fresh.filter((item) => outcomes.get(item) instanceof Refusal),
      );
      return items.map((item) => outcomes.get(item) ?? new AlreadyDone());
    });
  }

  /** Stores a failed batch one by one, so that only the item at fault fails; never after an unknown outcome. */
  async function storeAll(items: Item[]): Promise<Outcome<Made>[]> {
    try {
      return await storeTogether(items);
    } catch (error) {
      if (items.length === 1 || isDatabaseAway(error)) return items.map(() => ({ error }));
      const outcomes: Outcome<Made>[] = [];
      for (const item of items) outcomes.push(...(await storeAll([item])));
      return outcomes;
    }
  }

  const write = inBatches(storeAll);
  return async (item) => {
    const outcome = await write(item);
    if (outcome instanceof Error) throw outcome;
    if ('error' in outcome) throw outcome.error;
    return outcome;
  };
}

type Outcome<Made> = Made | Refusal | AlreadyDone | { error: unknown };

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

async function storeResponses(queries: Queries, outcomes: Map<Keyed, Effect | Refusal>): Promise<void> {
  const rows = [...outcomes].flatMap(([{ key }, outcome]) => {
    if (!key || outcome instanceof Refusal) return [];
    return [{ digest: key.digest, person_id: outcome.personId, status: outcome.status, body: outcome.body }];
  });
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
