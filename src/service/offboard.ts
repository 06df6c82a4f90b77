import type { z } from 'zod';
import { inBatches } from './batches.ts';
import { offboardingFields } from './bodies.ts';
import type { Catalog, Template } from './catalog.ts';
import type { RepeatKey } from './idempotency-key.ts';
import { AlreadyDone } from './once.ts';
import { findPeople } from './people.ts';
import { type Problem, Refusal, refuseIfAny } from './problem.ts';
import { readFields } from './read-fields.ts';
import type { Queries, Store } from './store.ts';
import { type Answer, giveBackKeys, keepAnswers, takeKeys } from './stored-answers.ts';
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
 * It throws a Refusal 400 with every wrong field at once; AlreadyDone when a request with the key was first.
 */
export type StartOffboarding = (body: unknown, versions: Versions, key: RepeatKey | null) => Promise<Answer>;

/** A wish with the key it came with. */
interface KeyedWish {
  wish: OffboardingRow;
  key: RepeatKey | null;
}

/** What came of a wish. */
type Noted = 'noted' | 'nobody' | 'repeated';

const accepted: Answer = { status: 200, body: null };

export function offboardingIn(store: Store, catalog: Catalog): StartOffboarding {
  const note = inBatches((wishes: KeyedWish[]) => noteWishes(store, wishes));
  return async (body, versions, key) => {
    const {
      user,
      termination_date,
      sequences = [],
    } = await readOffboarding(store, (ids) => catalog(ids, versions), body);
    const wish = {
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: store.now().toISOString(),
      filled_at: null,
    };
    const noted = await note({ wish, key });
    if (noted === 'nobody') throw new Refusal(400, { user: [wording.unknownId(user)] });
    if (noted === 'repeated') throw new AlreadyDone();
    return accepted;
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

async function noteWishes({ db, now }: Store, wishes: KeyedWish[]): Promise<Noted[]> {
  return db.transaction().execute(async (transaction) => {
    const keys = wishes.map(({ key }) => key);
    const fresh = await takeKeys(transaction, keys, now());
    const wanted = wishes.filter((_wish, index) => fresh[index]);
    const there = await noteAll(transaction, wanted);
    const [noted, missed] = [wanted.filter((one) => there.has(one)), wanted.filter((one) => !there.has(one))];
    await keepAnswers(
      transaction,
      noted.map(({ key, wish }) => ({ key, personId: wish.person_id, ...accepted })),
    );
    await giveBackKeys(
      transaction,
      missed.map(({ key }) => key),
    );
    return wishes.map((wish, index) => (fresh[index] ? (there.has(wish) ? 'noted' : 'nobody') : 'repeated'));
  });
}

/** @returns those whose person was there */
async function noteAll(queries: Queries, wishes: KeyedWish[]): Promise<Set<KeyedWish>> {
  const there = new Set<KeyedWish>();
  // In one order everywhere, so that two processes never wait for each other's people.
  const ordered = wishes.toSorted((a, b) => a.wish.person_id - b.wish.person_id);
  for (const one of ordered) if (await noteWish(queries, one.wish)) there.add(one);
  return there;
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
