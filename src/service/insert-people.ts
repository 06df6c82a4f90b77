import type { Insertable } from 'kysely';
import type { Template } from './catalog.ts';
import { markChanged, type Queries, type Store } from './store.ts';
import type { PersonRow } from './tables.ts';
import { assign, type DueAt } from './timeline.ts';

/** A person to be stored, with the sequences to assign. */
export interface NewPersonRow {
  row: Insertable<PersonRow>;
  templates: Template[];
}

/**
 * Stores people with their timelines in one transaction.
 * @returns their ids in the same order; null for one whose address somebody has already
 * @throws what the database throws, then nobody is stored
 */
export async function insertPeople(
  { db, now }: Store,
  dueAt: DueAt,
  people: NewPersonRow[],
): Promise<(number | null)[]> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'employees');
    const ids = await insertRows(transaction, people);
    const plans = people.flatMap(({ row, templates }, index) => {
      const personId = ids[index];
      if (typeof personId !== 'number' || templates.length === 0) return [];
      return [{ personId, timezone: row.timezone, anchor: row.start_day, templates }];
    });
    await assign(transaction, plans, dueAt, now());
    return ids;
  });
}

async function insertRows(queries: Queries, people: NewPersonRow[]): Promise<(number | null)[]> {
  const inserted = await queries
    .insertInto('people')
    // In one order everywhere, so that two processes never wait for each other's addresses.
    .values(people.map(({ row }) => row).sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute();
  const byAddress = new Map(inserted.map(({ id, email }) => [email, id]));
  return people.map(({ row }) => {
    const id = byAddress.get(row.email) ?? null;
    // The same address twice in one batch: the second one is taken.
    byAddress.delete(row.email);
    return id;
  });
}
