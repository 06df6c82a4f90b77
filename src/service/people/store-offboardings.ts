import type { Kysely } from 'kysely';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { type Effect, type StoredResponse, storeKeyed } from '../idempotency/stored-responses.ts';
import type { OffboardingRow, Queries, Tables } from '../storage/tables.ts';
import { dropOpenTasks } from '../timeline/timeline-tasks.ts';

/** An offboarding with the key that it came with. */
export interface KeyedOffboarding {
  row: OffboardingRow;
  key: RepeatKey | null;
}

/** What came of one. */
type Stored = 'stored' | 'nobody' | 'repeated';

/** What is answered when it is stored. */
export const accepted: StoredResponse = { status: 200, body: null };

/**
 * Stores offboardings with their keys and answers in one transaction.
 * @returns what came of each, in the same order
 */
export async function storeOffboardings(
  db: Kysely<Tables>,
  now: Date,
  offboardings: KeyedOffboarding[],
): Promise<Stored[]> {
  return db.transaction().execute(async (transaction) => {
    const stored = await storeKeyed(transaction, offboardings, now, (fresh) => storeAll(transaction, fresh));
    return stored.map((one) => {
      if (one === 'repeated') return one;
      return one ? 'stored' : 'nobody';
    });
  });
}

/** @returns the effects of those whose person was there */
async function storeAll(queries: Queries, offboardings: KeyedOffboarding[]) {
  const stored = new Map<KeyedOffboarding, Effect>();
  // In one order everywhere, so that two processes never wait for each other's people.
  const ordered = offboardings.toSorted((a, b) => a.row.person_id - b.row.person_id);
  for (const one of ordered)
    if (await storeOne(queries, one.row)) stored.set(one, { personId: one.row.person_id, ...accepted });
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
