import { type Effect, type Keyed, type Outcome, storeKeyed } from '../idempotency/stored-responses.ts';
import type { Db, OffboardingRow, Queries } from '../storage/tables.ts';
import { dropOpenTasks } from '../timeline/timeline-tasks.ts';

export interface KeyedOffboarding extends Keyed {
  row: OffboardingRow;
}

/**
 * Stores offboardings with their keys and answers in one transaction.
 * @returns the outcome of each, in the same order; null when the person doesn't exist
 */
export function storeOffboardings(db: Db, now: Date, offboardings: KeyedOffboarding[]): Promise<Outcome[]> {
  return db.transaction().execute((tx) => storeKeyed(tx, offboardings, now, (fresh) => storeAll(tx, fresh)));
}

/** @returns the effects for people who exist */
async function storeAll(queries: Queries, offboardings: KeyedOffboarding[]) {
  // Sorted to avoid deadlocks. If two processes still wait for each other's people, the database reports it, and each
  // item is stored again on its own (see `groupCommit`).
  const ordered = offboardings.toSorted((a, b) => a.row.person_id - b.row.person_id);
  // The last of several for one person in a batch counts.
  const rows = [...new Map(ordered.map(({ row }) => [row.person_id, row])).values()];
  const there = await setLastDays(queries, rows);
  await dropOpenTasks(queries, [...there], 'onboarding');
  await storeRows(
    queries,
    rows.filter((row) => there.has(row.person_id)),
  );
  return new Map(
    offboardings
      .filter(({ row }) => there.has(row.person_id))
      .map((one): [KeyedOffboarding, Effect] => [
        one,
        { personId: one.row.person_id, status: 200, body: null },
      ]),
  );
}

/** @returns ids of the people who exist */
async function setLastDays(queries: Queries, rows: readonly OffboardingRow[]): Promise<Set<number>> {
  const there = new Set<number>();
  for (const [termination_date, ofDay] of Map.groupBy(rows, (row) => row.termination_date)) {
    const updated = await queries
      .updateTable('people')
      .set({ termination_date })
      .where(
        'id',
        'in',
        ofDay.map(({ person_id }) => person_id),
      )
      .returning('id')
      .execute();
    for (const { id } of updated) there.add(id);
  }
  return there;
}

/** A repeat changes nothing; another date or other sequences replace the earlier ones. */
async function storeRows(queries: Queries, rows: OffboardingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await queries
    .insertInto('offboardings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet((row) => ({
          termination_date: row.ref('excluded.termination_date'),
          sequences: row.ref('excluded.sequences'),
          requested_at: row.ref('excluded.requested_at'),
          filled_at: row.ref('excluded.filled_at'),
        }))
        .where((stored) =>
          stored.or([
            stored('offboardings.termination_date', '!=', stored.ref('excluded.termination_date')),
            stored('offboardings.sequences', '!=', stored.ref('excluded.sequences')),
          ]),
        ),
    )
    .execute();
}
