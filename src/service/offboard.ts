import type { z } from 'zod';
import { inBatches } from './batches.ts';
import { offboardingFields } from './bodies.ts';
import type { Catalog, Template } from './catalog.ts';
import { findPeople } from './people.ts';
import { type Problem, Refusal, refuseIfAny } from './problem.ts';
import { readFields } from './read-fields.ts';
import type { Queries, Store } from './store.ts';
import type { OffboardingRow } from './tables.ts';
import { dropOpenTasks } from './timeline.ts';
import type { Versions } from './versions.ts';
import { wording } from './wording.ts';

type Offboarding = z.output<z.ZodObject<typeof offboardingFields>>;

/** The role whose people cannot be offboarded through the API, as in released deployments. */
const administrator = 1;

/**
 * Starts an offboarding (specification 2.5): sets the last day, drops the open onboarding tasks, and notes that
 * the timeline is to be filled. All of that is stored when this returns; the filling follows (see `filler.ts`).
 * A repeat changes nothing; another date or other sequences replace the earlier wish.
 * It throws a Refusal 400 with every wrong field at once.
 */
export type StartOffboarding = (body: unknown, versions: Versions) => Promise<void>;

export function offboardingIn(store: Store, catalog: Catalog): StartOffboarding {
  const note = inBatches((wishes: OffboardingRow[]) => noteWishes(store, wishes));
  return async (body, versions) => {
    const {
      user,
      termination_date,
      sequences = [],
    } = await readOffboarding(store, (ids) => catalog(ids, versions), body);
    const noted = await note({
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: store.now().toISOString(),
      filled_at: null,
    });
    if (!noted) throw new Refusal(400, { user: [wording.unknownId(user)] });
  };
}

async function readOffboarding(
  { db, now }: Store,
  templatesOf: (ids: number[]) => Promise<Template[] | null>,
  body: unknown,
): Promise<Offboarding> {
  const { values, problem } = readFields(offboardingFields, body);
  const all: Problem = { ...problem };
  const { user, termination_date: day, sequences = [] } = values;
  if (day !== undefined && day < now().toISOString().slice(0, 10)) all.termination_date = [wording.pastDay];
  if (user !== undefined && !(await mayBeOffboarded(db, user))) all.user = [wording.unknownId(user)];
  const templates = await templatesOf(sequences);
  const allowed = templates?.every(({ kind }) => kind === 'offboarding') ?? false;
  if (!allowed) all.sequences = [wording.badSequences];
  refuseIfAny(all);
  return values as Offboarding;
}

async function mayBeOffboarded(queries: Queries, id: number): Promise<boolean> {
  const role = (await findPeople(queries, [id])).get(id);
  return role !== undefined && role !== administrator;
}

/** @returns for each whether the person was there */
async function noteWishes({ db }: Store, wishes: OffboardingRow[]): Promise<boolean[]> {
  return db.transaction().execute(async (transaction) => {
    const noted = new Map<OffboardingRow, boolean>();
    // In one order everywhere, so that two processes never wait for each other's people.
    const ordered = wishes.toSorted((a, b) => a.person_id - b.person_id);
    for (const wish of ordered) noted.set(wish, await noteWish(transaction, wish));
    return wishes.map((wish) => noted.get(wish) ?? false);
  });
}

async function noteWish(queries: Queries, wish: OffboardingRow): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('people')
    .set({ termination_date: wish.termination_date })
    .where('id', '=', wish.person_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await dropOpenTasks(queries, wish.person_id, 'onboarding');
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
  return true;
}
