import type { Insertable } from 'kysely';
import { type Keyed, type Outcome, storeKeyed } from '../idempotency/stored-responses.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { Db, PersonRow, Queries } from '../storage/tables.ts';
import type { AssignSequences, Plan } from '../timeline/timeline-tasks.ts';

export interface NewPersonRow extends Keyed {
  row: Insertable<PersonRow>;
  templates: Template[];
  body(id: number): string;
}

/**
 * Stores people with their timelines, keys and answers in one transaction.
 * @returns the outcome of each, in the same order; null when its address is taken
 * @throws database errors; nobody is stored then
 */
export function insertPeople(
  db: Db,
  people: NewPersonRow[],
  assign: AssignSequences,
  now: Date,
): Promise<Outcome[]> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'employees');
    return storeKeyed(transaction, people, now, async (fresh) => {
      const ids = await insertRows(transaction, fresh);
      await assign(transaction, ids.flatMap(planOf), now);
      return new Map(
        ids.map(([person, id]) => [person, { personId: id, status: 201, body: person.body(id) }]),
      );
    });
  });
}

function planOf([{ row, templates }, personId]: [NewPersonRow, number]): Plan[] {
  if (templates.length === 0) return [];
  return [{ personId, timezone: row.timezone, anchor: row.start_day, templates }];
}

/** @returns the people whose address was free, with their ids */
async function insertRows(queries: Queries, people: NewPersonRow[]): Promise<[NewPersonRow, number][]> {
  if (people.length === 0) return [];
  const inserted = await queries
    .insertInto('people')
    // Sorted everywhere, so that two processes never wait for each other's addresses.
    .values(people.map(({ row }) => row).sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute();
  const ids = new Map(inserted.map(({ id, email }) => [email, id]));
  return people.flatMap((person): [NewPersonRow, number][] => {
    const id = ids.get(person.row.email);
    // An address twice in one batch: the second one is taken.
    ids.delete(person.row.email);
    return id === undefined ? [] : [[person, id]];
  });
}
