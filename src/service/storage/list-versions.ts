import { setImmediate } from 'node:timers/promises';
import type { Store } from './store.ts';
import type { Versioned } from './tables.ts';

/** The versions of everything that is kept in memory, as the database has them now. */
export type Versions = Readonly<Record<Versioned, number>>;

/** Asks the database for the versions. */
export type ReadVersions = () => Promise<Versions>;

/**
 * What is kept in memory counts only while its version in the database is the same, whichever process writes.
 * So every request asks for the versions; those that wait at the same time share one query, which starts after
 * all of them have arrived, so that nobody is told of the past.
 */
export function listVersionReader({ db }: Store): ReadVersions {
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
