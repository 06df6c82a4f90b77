import type { Kysely, Transaction } from 'kysely';
import type { DatabaseKind } from '../../database/open.ts';
import type { Tables, Versioned } from './tables.ts';

/** What every use case of the service works with. */
export interface Store {
  db: Kysely<Tables>;
  kind: DatabaseKind;
  now: () => Date;
}

/** A query runs in a transaction or on its own. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

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
