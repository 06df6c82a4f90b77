import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
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
import type { OffboardingRow, Queries, Tables } from '../storage/tables.ts';
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
 * A repeat changes nothing; another date or other sequences replace what was asked for earlier.
 * It throws a Refusal 400 with every wrong field at once; AlreadyDone when a request with the key was first.
 */
export type StartOffboarding = (
  body: unknown,
  versions: Versions,
  key: RepeatKey | null,
) => Promise<StoredResponse>;

/** An offboarding with the key that it came with. */
interface KeyedOffboarding {
  row: OffboardingRow;
  key: RepeatKey | null;
}

/** What came of one. */
type Stored = 'stored' | 'nobody' | 'repeated';

interface StarterOptions {
  db: Kysely<Tables>;
  clock: Clock;
  findTemplates: TemplateLookup;
}

const accepted: StoredResponse = { status: 200, body: null };

/** Makes the use case on one database. */
export function offboardingStarter({ db, clock, findTemplates }: StarterOptions): StartOffboarding {
  const store = groupCommit((all: KeyedOffboarding[]) => storeOffboardings(db, clock.now(), all));
  return async (body, versions, key) => {
    const now = clock.now();
    const templatesOf = (ids: number[]) => findTemplates(ids, versions);
    const { user, termination_date, sequences = [] } = await check(db, now, templatesOf, body);
    const row = {
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: clock.now().toISOString(),
      filled_at: null,
    };
    const stored = await store({ row, key });
    if (stored === 'nobody') throw new Refusal(400, { user: [messages.unknownId(user)] });
    if (stored === 'repeated') throw new AlreadyDone();
    return accepted;
  };
}

/** @throws Refusal 400 */
async function check(
  queries: Queries,
  now: Date,
  templatesOf: (ids: number[]) => Promise<Template[] | null>,
  body: unknown,
): Promise<Offboarding> {
  const { values, problem } = validateFields(offboardingFields, body);
  const all: Problem = { ...problem };
  const { user, termination_date: day, sequences = [] } = values;
  if (day !== undefined && day < now.toISOString().slice(0, 10)) all.termination_date = [messages.pastDay];
  if (user !== undefined && !(await mayBeOffboarded(queries, user))) all.user = [messages.unknownId(user)];
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

/** @returns what came of each, in the same order */
async function storeOffboardings(
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
