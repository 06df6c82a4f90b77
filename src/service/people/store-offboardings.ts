import type { Kysely } from 'kysely';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import {
  claimKeys,
  releaseKeys,
  type StoredResponse,
  storeResponses,
} from '../idempotency/stored-responses.ts';
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
    const fresh = await claimKeys(transaction, keysOf(offboardings), now);
    const wanted = offboardings.filter((_one, index) => fresh[index]);
    const stored = await storeAll(transaction, wanted);
    const responses = wanted
      .filter((one) => stored.has(one))
      .map(({ key, row }) => ({ key, personId: row.person_id, ...accepted }));
    await storeResponses(transaction, responses);
    await releaseKeys(transaction, keysOf(wanted.filter((one) => !stored.has(one))));
    return offboardings.map((one, index) => {
      if (!fresh[index]) return 'repeated';
      return stored.has(one) ? 'stored' : 'nobody';
    });
  });
}

function keysOf(offboardings: KeyedOffboarding[]): (RepeatKey | null)[] {
  return offboardings.map(({ key }) => key);
}

/** @returns those whose person was there */
async function storeAll(queries: Queries, offboardings: KeyedOffboarding[]): Promise<Set<KeyedOffboarding>> {
  const stored = new Set<KeyedOffboarding>();
  // In one order everywhere, so that two processes never wait for each other's people.
  const ordered = offboardings.toSorted((a, b) => a.row.person_id - b.row.person_id);
  for (const one of ordered) if (await storeOne(queries, one.row)) stored.add(one);
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
