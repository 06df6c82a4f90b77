import { type Effect, type Keyed, type Outcome, storeKeyed } from '../idempotency/stored-responses.ts';
import type { Db, OffboardingRow, Queries } from '../storage/tables.ts';
import { dropOpenTasks } from '../timeline/timeline-tasks.ts';

/** An offboarding with the key that it came with. */
export interface KeyedOffboarding extends Keyed {
  row: OffboardingRow;
}

/**
 * Stores offboardings with their keys and answers in one transaction.
 * @returns what came of each, in the same order; null for one whose person is not there
 */
export function storeOffboardings(db: Db, now: Date, offboardings: KeyedOffboarding[]): Promise<Outcome[]> {
  return db.transaction().execute((tx) => storeKeyed(tx, offboardings, now, (fresh) => storeAll(tx, fresh)));
}

/** @returns the effects of those whose person was there */
async function storeAll(queries: Queries, offboardings: KeyedOffboarding[]) {
  const stored = new Map<KeyedOffboarding, Effect>();
  // In one order everywhere, so that two processes never wait for each other's people.
  const ordered = offboardings.toSorted((a, b) => a.row.person_id - b.row.person_id);
  for (const one of ordered)
    if (await storeOne(queries, one.row))
      stored.set(one, { personId: one.row.person_id, status: 200, body: null });
  return stored;
}

async function storeOne(queries: Queries, row: OffboardingRow): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('people')
    .set({ termination_date: row.termination_date })
    .where('id', '=', row.person_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await dropOpenTasks(queries, row.person_id, 'onboarding');
  await queries
    .insertInto('offboardings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet(row)
        .where((stored) =>
          stored.or([
            stored('offboardings.termination_date', '!=', row.termination_date),
            stored('offboardings.sequences', '!=', row.sequences),
          ]),
        ),
    )
    .execute();
  return true;
}
