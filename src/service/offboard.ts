import type { z } from 'zod';
import { offboardingFields } from './bodies.ts';
import { findPeople } from './people.ts';
import { type Problem, refuseIfAny } from './problem.ts';
import { readFields } from './read-fields.ts';
import { areSequences } from './sequences.ts';
import type { Queries, Store } from './store.ts';
import type { OffboardingRow } from './tables.ts';
import { dropOpenTasks } from './timeline.ts';
import { wording } from './wording.ts';

type Offboarding = z.output<z.ZodObject<typeof offboardingFields>>;

/** The role whose people cannot be offboarded through the API, as in released deployments. */
const administrator = 1;

/**
 * Starts an offboarding (specification 2.5): sets the last day, drops the open onboarding tasks, and notes that
 * the timeline is to be filled. All of that is stored when this returns; the filling follows (see `filler.ts`).
 * A repeat changes nothing; another date or other sequences replace the earlier wish.
 * @throws Refusal 400 with every wrong field at once
 */
export async function startOffboarding(store: Store, body: unknown): Promise<void> {
  const { user, termination_date, sequences = [] } = await readOffboarding(store, body);
  await store.db.transaction().execute(async (transaction) => {
    const updated = await transaction
      .updateTable('people')
      .set({ termination_date })
      .where('id', '=', user)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) refuseIfAny({ user: [wording.unknownId(user)] });
    await dropOpenTasks(transaction, user, 'onboarding');
    await noteWish(transaction, {
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: store.now().toISOString(),
      filled_at: null,
    });
  });
}

async function readOffboarding({ db, now }: Store, body: unknown): Promise<Offboarding> {
  const { values, problem } = readFields(offboardingFields, body);
  const all: Problem = { ...problem };
  const { user, termination_date: day, sequences } = values;
  if (day !== undefined && day < now().toISOString().slice(0, 10)) all.termination_date = [wording.pastDay];
  if (user !== undefined && !(await mayBeOffboarded(db, user))) all.user = [wording.unknownId(user)];
  if (sequences && !(await areSequences(db, sequences, 'offboarding')))
    all.sequences = [wording.badSequences];
  refuseIfAny(all);
  return values as Offboarding;
}

async function mayBeOffboarded(queries: Queries, id: number): Promise<boolean> {
  const role = (await findPeople(queries, [id])).get(id);
  return role !== undefined && role !== administrator;
}

async function noteWish(queries: Queries, wish: OffboardingRow): Promise<void> {
  await queries
    .insertInto('offboardings')
    .values(wish)
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet(wish)
        .where((row) =>
          row.or([
            row('offboardings.termination_date', '!=', wish.termination_date),
            row('offboardings.sequences', '!=', wish.sequences),
          ]),
        ),
    )
    .execute();
}
