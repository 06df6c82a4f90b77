import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Db, Queries, Versioned } from './tables.ts';

/** Versions of everything cached in memory, as the database has them now. */
export type Versions = Readonly<Record<Versioned, number>>;

export type ReadVersions = () => Promise<Versions>;

/**
 * A cache is valid only while its version in the database is unchanged, whichever process writes, so every
 * request reads them. Requests that wait at the same time share one query.
 */
export function listVersionReader(db: Db): ReadVersions {
  const query = db.selectFrom('list_versions').select(['list', 'version']).compile();
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Versions> | null = null;

  async function ask(before: Promise<unknown>): Promise<Versions> {
    await before;
    // Let requests that have arrived be read first, so that they share this query.
    await setImmediate();
    next = null;
    const { rows } = await db.executeQuery(query);
    return Object.fromEntries(rows.map(({ list, version }) => [list, version])) as Record<Versioned, number>;
  }

  return () => {
    if (next !== null) return next;
    next = ask(running);
    running = next.catch(() => {});
    return next;
  };
}

/**
 * Call it first in a transaction that adds to a list: other writers of that list wait until it ends, so ids
 * become visible in order.
 */
export async function markChanged(queries: Queries, what: Versioned): Promise<void> {
  await queries
    .updateTable('list_versions')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('list', '=', what)
    .execute();
}

/**
 * Content is valid for one version of the database. Keep writing to the cache you were given: late results
 * are then dropped with their version.
 */
export function versionedCache<Key extends {}, Value extends {}>(max: number) {
  let kept = { version: -1, entries: new LRUCache<Key, Value>({ max }) };
  return (version: number): LRUCache<Key, Value> => {
    if (kept.version !== version) kept = { version, entries: new LRUCache({ max }) };
    return kept.entries;
  };
}
