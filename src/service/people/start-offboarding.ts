import type { z } from 'zod';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import {
  claimKeys,
  releaseKeys,
  type StoredResponse,
  storeResponses,
} from '../idempotency/stored-responses.ts';
import { type Problem, Refusal, refuseIfAny } from '../refusal.ts';
import type { Template, TemplateLookup } from '../sequences/sequence-templates.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { Queries, Store } from '../storage/store.ts';
import type { OffboardingRow } from '../storage/tables.ts';
import { dropOpenTasks } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import { offboardingFields } from '../validation/request-fields.ts';
import { validateFields } from '../validation/validate-fields.ts';
import { findPeople } from './find-people.ts';

type Offboarding = z.output<z.ZodObject<typeof offboardingFields>>;

/** The role whose people cannot be offboarded through the API, as in released deployments. */
const administrator = 1;

/**
 * Starts an offboarding (specification 2.5): sets the last day, drops the open onboarding tasks, and notes that
 * the timeline is to be filled. All of that is stored when this returns; the filling follows (see `timeline-worker.ts`).
 * A repeat changes nothing; another date or other sequences replace the earlier wish.
 * It throws a Refusal 400 with every wrong field at once; AlreadyDone when a request with the key was first.
 */
export type StartOffboarding = (
  body: unknown,
  versions: Versions,
  key: RepeatKey | null,
) => Promise<StoredResponse>;

/** A wish with the key it came with. */
interface KeyedWish {
  wish: OffboardingRow;
  key: RepeatKey | null;
}

/** What came of a wish. */
type Noted = 'noted' | 'nobody' | 'repeated';

const accepted: StoredResponse = { status: 200, body: null };

export function offboardingStarter(store: Store, findTemplates: TemplateLookup): StartOffboarding {
  const note = groupCommit((wishes: KeyedWish[]) => noteWishes(store, wishes));
  return async (body, versions, key) => {
    const {
      user,
      termination_date,
      sequences = [],
    } = await readOffboarding(store, (ids) => findTemplates(ids, versions), body);
    const wish = {
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: store.now().toISOString(),
      filled_at: null,
    };
    const noted = await note({ wish, key });
    if (noted === 'nobody') throw new Refusal(400, { user: [messages.unknownId(user)] });
    if (noted === 'repeated') throw new AlreadyDone();
    return accepted;
  };
}

async function readOffboarding(
  { db, now }: Store,
  templatesOf: (ids: number[]) => Promise<Template[] | null>,
  body: unknown,
): Promise<Offboarding> {
  const { values, problem } = validateFields(offboardingFields, body);
  const all: Problem = { ...problem };
  const { user, termination_date: day, sequences = [] } = values;
  if (day !== undefined && day < now().toISOString().slice(0, 10)) all.termination_date = [messages.pastDay];
  if (user !== undefined && !(await mayBeOffboarded(db, user))) all.user = [messages.unknownId(user)];
  const templates = await templatesOf(sequences);
  const allowed = templates?.every(({ kind }) => kind === 'offboarding') ?? false;
  if (!allowed) all.sequences = [messages.badSequences];
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
    const fresh = await claimKeys(transaction, keys, now());
    const wanted = wishes.filter((_wish, index) => fresh[index]);
    const there = await noteAll(transaction, wanted);
    const [noted, missed] = [wanted.filter((one) => there.has(one)), wanted.filter((one) => !there.has(one))];
    await storeResponses(
      transaction,
      noted.map(({ key, wish }) => ({ key, personId: wish.person_id, ...accepted })),
    );
    await releaseKeys(
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
