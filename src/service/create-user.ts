import type { z } from 'zod';
import { violationOf } from '../database/violation.ts';
import { dayIn } from '../dates.ts';
import { newHireFields, newUserFields } from './bodies.ts';
import { findPeople, isAddressTaken } from './people.ts';
import { type Problem, refuseIfAny } from './problem.ts';
import { type ReadFields, readFields } from './read-fields.ts';
import { areSequences } from './sequences.ts';
import { markChanged, type Queries, type Store } from './store.ts';
import { assign } from './timeline.ts';
import { wording } from './wording.ts';

/** What a new user gets where the request says nothing. */
export interface Organization {
  timezone: string;
  language: string;
}

type NewUser = z.output<z.ZodObject<typeof newUserFields>>;

/** Which of the two creation endpoints was asked. The older one makes new hires, whatever the body says. */
export type CreationEndpoint = 'users' | 'newhires';

/**
 * Creates a user and assigns the sequences, all of it or nothing (specification, sections 2.1 and 4).
 * @returns the full new object, with `id` and `sequences`
 * @throws Refusal 400 with every wrong field at once
 */
export async function createUser(
  store: Store,
  organization: Organization,
  endpoint: CreationEndpoint,
  body: unknown,
) {
  try {
    return await insert(store, organization, await readNewUser(store, endpoint, body));
  } catch (error) {
    // Another request took the address, or removed the buddy, after the check: the same check now names the field.
    if (violationOf(error) === null) throw error;
    await readNewUser(store, endpoint, body);
    throw error;
  }
}

async function readNewUser({ db }: Store, endpoint: CreationEndpoint, body: unknown): Promise<NewUser> {
  const { values, problem } =
    endpoint === 'users' ? readFields(newUserFields, body) : asNewHire(readFields(newHireFields, body));
  const all: Problem = { ...problem, ...(await problemsInDatabase(db, values)) };
  refuseIfAny(all);
  return values as NewUser;
}

/** The older endpoint ignores a role that is sent. */
function asNewHire({ values, problem }: ReadFields<typeof newHireFields>): ReadFields<typeof newUserFields> {
  return { values: { ...values, role: 0 }, problem };
}

async function problemsInDatabase(db: Queries, values: Partial<NewUser>): Promise<Problem> {
  const { email, buddy, manager, sequences } = values;
  const problem: Problem = {};
  if (email !== undefined && (await isAddressTaken(db, email))) problem.email = [wording.emailTaken];
  const asked = [buddy, manager].filter((id) => typeof id === 'number');
  const known = await findPeople(db, asked);
  if (typeof buddy === 'number' && !known.has(buddy)) problem.buddy = [wording.unknownId(buddy)];
  if (typeof manager === 'number' && !known.has(manager)) problem.manager = [wording.unknownId(manager)];
  if (sequences && !(await areSequences(db, sequences))) problem.sequences = [wording.badSequences];
  return problem;
}

async function insert(store: Store, organization: Organization, user: NewUser) {
  const now = store.now();
  const { sequences = [], ...given } = user;
  const person = {
    ...absent,
    timezone: organization.timezone,
    language: organization.language,
    start_day: dayIn(organization.timezone, now),
    ...withoutUndefined(given),
  };
  const id = await store.db.transaction().execute(async (transaction) => {
    const row = { ...person, created_at: now.toISOString() };
    const inserted = await transaction
      .insertInto('people')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    const timeline = { personId: inserted.id, timezone: person.timezone, anchor: person.start_day };
    if (sequences.length > 0) await assign(transaction, sequences, timeline, now);
    await markChanged(transaction, 'employees');
    return inserted.id;
  });
  return { id, ...person, sequences };
}

const absent = {
  phone: '',
  position: '',
  message: '',
  linkedin: '',
  facebook: '',
  twitter: '',
  buddy: null,
  manager: null,
};

function withoutUndefined<Values extends object>(values: Values) {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Name in keyof Values]: Exclude<Values[Name], undefined> };
}
