import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { isViolation } from '../../database/migrate.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { type Effect, type Keyed, keyedWrites } from '../idempotency/stored-responses.ts';
import { Refusal, refuseIfAny } from '../refusal.ts';
import { findSequences } from '../sequences/sequence-templates.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { Db, PersonRow, Queries } from '../storage/tables.ts';
import { assignSequences, type Plan } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import {
  newHireFields,
  newUserFields,
  type ValidatedFields,
  validateFields,
} from '../validation/request-fields.ts';
import { findPeople, isAddressTaken } from './find-people.ts';

export interface Organization {
  timezone: string;
  language: string;
}

/**
 * Creates all or nothing (specification, sections 2.1 and 4). Throws a Refusal 400 with all wrong fields;
 * AlreadyDone when a request with the same key was first.
 */
export type CreateUser = (
  body: unknown,
  key: RepeatKey | null,
  endpoint?: CreationEndpoint,
) => Promise<Created>;

type Created = Effect & { personId: number };

export function userCreator(db: Db, clock: Clock, organization: Organization): CreateUser {
  const insert = keyedWrites(db, clock, insertPeople);

  async function create(user: NewUser, key: RepeatKey | null): Promise<Created> {
    const now = clock.now();
    const { sequences = [], ...sent } = user;
    const start_day = sent.start_day ?? dayIn(organization.timezone, now);
    const person = { ...sent, ...absent, ...organization, ...sent, start_day };
    return insert({
      row: { ...person, created_at: now.toISOString() },
      sequences,
      key,
      body: (id) => JSON.stringify({ id, ...person, sequences }),
    });
  }

  return async (body, key, endpoint = 'users') => {
    const checked = () => checkNewUser(db, endpoint, body);
    try {
      return await create(await checked(), key);
    } catch (error) {
      // A buddy or a sequence was removed after the check: checking again names the field.
      if (!isViolation(error)) throw error;
      await checked();
      throw error;
    }
  };
}

/** Default texts of a new person. */
export const noTexts = { phone: '', position: '', message: '', linkedin: '', facebook: '', twitter: '' };

const absent = { ...noTexts, buddy: null, manager: null };

interface NewPersonRow extends Keyed {
  row: Insertable<PersonRow>;
  sequences: number[];
  body(id: number): string;
}

/** Stores people with their tasks. Refused: those whose address is taken. */
async function insertPeople(queries: Queries, people: NewPersonRow[], now: Date) {
  await markChanged(queries, 'employees');
  const inserted = await queries
    .insertInto('people')
    // Sorted everywhere, so that two processes never wait for each other's addresses.
    .values(people.map(({ row }) => row).sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute();
  const ids = new Map(inserted.map(({ id, email }) => [email, id]));
  const outcomes = new Map<NewPersonRow, Created | Refusal>();
  const plans: Plan[] = [];
  for (const person of people) {
    const { row, sequences } = person;
    const personId = ids.get(row.email);
    // An address twice in one batch: the second one is taken.
    ids.delete(row.email);
    if (personId === undefined) {
      outcomes.set(person, new Refusal(400, { email: [messages.emailTaken] }));
      continue;
    }
    outcomes.set(person, { personId, status: 201, body: person.body(personId) });
    plans.push({ personId, timezone: row.timezone, anchor: row.start_day, sequences });
  }
  await assignSequences(queries, plans, now);
  return outcomes;
}

type Fields = z.output<z.ZodObject<typeof newUserFields>>;

/** Valid fields of a new user; fields that weren't given are absent. */
export type NewUser = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** Creation endpoint of the request. The older one always makes new hires. */
type CreationEndpoint = 'users' | 'newhires';

/** @throws Refusal 400 with all wrong fields */
async function checkNewUser(queries: Queries, endpoint: CreationEndpoint, body: unknown): Promise<NewUser> {
  const { values, problem } = readUser(endpoint, body);
  const { email, buddy, manager, sequences = [] } = values;
  const asked = [buddy, manager].filter((id) => typeof id === 'number');
  const known = await findPeople(queries, asked);
  if (typeof buddy === 'number' && !known.has(buddy)) problem.buddy = [messages.unknownId(buddy)];
  if (typeof manager === 'number' && !known.has(manager)) problem.manager = [messages.unknownId(manager)];
  const found = await findSequences(queries, sequences);
  if (!found || found.some(({ archived }) => archived === 1)) problem.sequences = [messages.badSequences];
  const wrong = Object.keys(problem).length > 0;
  if (wrong && email !== undefined && (await isAddressTaken(queries, email)))
    problem.email = [messages.emailTaken];
  refuseIfAny(problem);
  return values as NewUser;
}

function readUser(endpoint: CreationEndpoint, body: unknown): ValidatedFields<typeof newUserFields> {
  if (endpoint === 'users') return validateFields(newUserFields, body);
  const { values, problem } = validateFields(newHireFields, body);
  return { values: { ...values, role: 0 }, problem };
}
