import type { Queries, Versioned } from './tables.ts';

export type Versions = Readonly<Record<Versioned, number>>;

/** Versions of the lists as the database has them now, whichever process wrote. */
export async function readVersions(queries: Queries): Promise<Versions> {
  const rows = await queries.selectFrom('list_versions').select(['list', 'version']).execute();
  return Object.fromEntries(rows.map(({ list, version }) => [list, version])) as Record<Versioned, number>;
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
