import type { Insertable, Kysely } from 'kysely';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { type Effect, type StoredResponse, storeKeyed } from '../idempotency/stored-responses.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { PersonRow, Queries, Tables } from '../storage/tables.ts';
import type { DueAt } from '../timeline/due-at.ts';
import { assignSequences, type Plan } from '../timeline/timeline-tasks.ts';

/** A person to be stored, with the sequences to assign. */
export interface NewPersonRow {
  row: Insertable<PersonRow>;
  templates: Template[];
  key: RepeatKey | null;
  /** What is answered once the person has an id. */
  response(id: number): StoredResponse;
}

/** The new person's id; or why nobody was stored: the address is taken, or the key was used before. */
type Inserted = number | 'taken' | 'repeated';

/**
 * Stores people with their timelines, keys and answers in one transaction.
 * @returns what came of each, in the same order
 * @throws what the database throws, then nobody is stored
 */
export async function insertPeople(
  db: Kysely<Tables>,
  now: Date,
  dueAt: DueAt,
  people: NewPersonRow[],
): Promise<Inserted[]> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'employees');
    const stored = await storeKeyed(transaction, people, now, async (fresh) => {
      const ids = [...(await insertRows(transaction, fresh))];
      await assignSequences(transaction, ids.flatMap(planOf), dueAt, now);
      return new Map<NewPersonRow, Effect>(
        ids.map(([person, personId]) => [person, { personId, ...person.response(personId) }]),
      );
    });
    return stored.map((one) => (one === 'repeated' ? one : (one?.personId ?? 'taken')));
  });
}

/** What a stored person gets; nothing without sequences. */
function planOf([{ row, templates }, personId]: [NewPersonRow, number]): Plan[] {
  if (templates.length === 0) return [];
  return [{ personId, timezone: row.timezone, anchor: row.start_day, templates }];
}

/** @returns the ids of those whose address was free */
async function insertRows(queries: Queries, people: NewPersonRow[]): Promise<Map<NewPersonRow, number>> {
  if (people.length === 0) return new Map();
  const inserted = await queries
    .insertInto('people')
    // In one order everywhere, so that two processes never wait for each other's addresses.
    .values(people.map(({ row }) => row).sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute();
  const byAddress = new Map(inserted.map(({ id, email }) => [email, id]));
  const ids = new Map<NewPersonRow, number>();
  for (const person of people) {
    const id = byAddress.get(person.row.email);
    if (id !== undefined) ids.set(person, id);
    // The same address twice in one batch: the second one is taken.
    byAddress.delete(person.row.email);
  }
  return ids;
}
