import type { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import { type Effect, type Keyed, keyedWrites, type RepeatKey } from '../idempotency.ts';
import { Refusal } from '../refusal.ts';
import { findSequences } from '../sequences/sequence-templates.ts';
import { type Db, markChanged, type Queries } from '../storage/tables.ts';
import { assignSequences, type Plan } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import {
  newHireFields,
  newUserFields,
  type ValidatedFields,
  validateFields,
} from '../validation/request-fields.ts';
import { findPeople, unknownPeople } from './find-people.ts';

export interface Organization {
  timezone: string;
  language: string;
}

/**
 * Creates all or nothing (specification, sections 2.1 and 4). Throws a Refusal 400 with all wrong fields;
 * AlreadyDone when a request with the same key was first.
 */
export type CreateUser = ReturnType<typeof userCreator>;

/** Creation endpoint of the request. The older one always makes new hires. */
type CreationEndpoint = 'users' | 'newhires';

type Created = Effect & { personId: number };

type Fields = z.output<z.ZodObject<typeof newUserFields>>;

/** Valid fields of a new user; fields that weren't given are absent. */
type NewUser = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** A person added by the operator. */
export type NewPerson = Omit<NewUser, 'language'> & { language?: string };

export function userCreator(db: Db, clock: Clock, organization: Organization) {
  const write = keyedWrites(db, clock, async (queries, sent: SentUser[], now) => {
    const refusals = await refusalsOf(queries, sent);
    const valid = sent.filter((user) => !refusals.has(user));
    return new Map([...refusals, ...(await insertUsers(queries, valid, organization, now))]);
  });
  return async (body: unknown, key: RepeatKey | null, endpoint: CreationEndpoint = 'users') =>
    write({ ...readUser(endpoint, body), key });
}

type SentUser = ValidatedFields<typeof newUserFields> & Keyed;

function readUser(endpoint: CreationEndpoint, body: unknown): ValidatedFields<typeof newUserFields> {
  if (endpoint === 'users') return validateFields(newUserFields, body);
  const { values, problem } = validateFields(newHireFields, body);
  return { values: { ...values, role: 0 }, problem };
}

/** Refusals 400 of those with wrong fields, with all of them. */
async function refusalsOf(queries: Queries, sent: readonly SentUser[]): Promise<Map<SentUser, Refusal>> {
  const named = sent.flatMap(({ values }) => [values.buddy, values.manager]);
  const people = await findPeople(queries, named);
  const assigned = sent.flatMap(({ values }) => values.sequences ?? []);
  const sequences = await findSequences(queries, assigned);
  const refusals = new Map<SentUser, Refusal>();
  for (const user of sent) {
    const { email, sequences: ids = [], buddy, manager } = user.values;
    const problem = { ...user.problem, ...unknownPeople(people, { buddy, manager }) };
    if (!sequences(ids)?.every(({ archived }) => archived === 0)) problem.sequences = [messages.badSequences];
    if (Object.keys(problem).length === 0) continue;
    if (email !== undefined && (await isAddressTaken(queries, email))) problem.email = [messages.emailTaken];
    refusals.set(user, new Refusal(400, problem));
  }
  return refusals;
}

/** Whether a person has the address. @param email in lower case */
async function isAddressTaken(queries: Queries, email: string): Promise<boolean> {
  const found = await queries.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst();
  return found !== undefined;
}

/** Default texts of a new person. */
export const noTexts = { phone: '', position: '', message: '', linkedin: '', facebook: '', twitter: '' };

const absent = { ...noTexts, buddy: null, manager: null };

/** Stores people with their tasks. Refused: those whose address is taken. */
async function insertUsers(queries: Queries, valid: SentUser[], organization: Organization, now: Date) {
  const outcomes = new Map<SentUser, Created | Refusal>();
  if (valid.length === 0) return outcomes;
  const created_at = now.toISOString();
  const wanted = valid.map((user) => {
    const { sequences = [], ...sent } = user.values as NewUser;
    const start_day = sent.start_day ?? dayIn(organization.timezone, now);
    return { user, sequences, person: { ...sent, ...absent, ...organization, ...sent, start_day } };
  });
  await markChanged(queries, 'employees');
  const inserted = await queries
    .insertInto('people')
    // Sorted everywhere, so that two processes never wait for each other's addresses.
    .values(
      wanted.map(({ person }) => ({ ...person, created_at })).sort((a, b) => (a.email < b.email ? -1 : 1)),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute();
  const ids = new Map(inserted.map(({ id, email }) => [email, id]));
  const plans: Plan[] = [];
  for (const { user, sequences, person } of wanted) {
    const id = ids.get(person.email);
    // An address twice in one batch: the second one is taken.
    ids.delete(person.email);
    if (id === undefined) {
      outcomes.set(user, new Refusal(400, { email: [messages.emailTaken] }));
      continue;
    }
    outcomes.set(user, { personId: id, status: 201, body: JSON.stringify({ id, ...person, sequences }) });
    plans.push({ personId: id, timezone: person.timezone, anchor: person.start_day, sequences });
  }
  await assignSequences(queries, plans, now);
  return outcomes;
}
