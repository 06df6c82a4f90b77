import { setImmediate } from 'node:timers/promises';
import type { Db, Queries, Versioned } from './tables.ts';

/** The versions of everything that is kept in memory, as the database has them now. */
export type Versions = Readonly<Record<Versioned, number>>;

/** Asks the database for the versions. */
export type ReadVersions = () => Promise<Versions>;

/**
 * What is kept in memory counts only while its version in the database is the same, whichever process writes.
 * So every request asks for the versions; those that wait at the same time share one query, which starts after
 * all of them have arrived, so that nobody is told of the past.
 */
export function listVersionReader(db: Db): ReadVersions {
  const query = db.selectFrom('list_versions').select(['list', 'version']).compile();
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Versions> | null = null;

  async function ask(before: Promise<unknown>): Promise<Versions> {
    await before;
    // Requests that have arrived already are read first, so that they share this query.
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
 * Says that something changes that processes keep in memory. The first statement of a transaction that adds to a
 * list: other writers of the same wait until it ends, so that ids become visible in their order and a list that
 * was read up to some id only has to be read on from there.
 */
export async function markChanged(queries: Queries, what: Versioned): Promise<void> {
  await queries
    .updateTable('list_versions')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('list', '=', what)
    .execute();
}
