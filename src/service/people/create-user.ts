import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { isViolation } from '../../database/migrate.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import { type Effect, type Keyed, type Outcome, storeKeyed } from '../idempotency/stored-responses.ts';
import { Refusal, refuseIfAny } from '../refusal.ts';
import { findSequences } from '../sequences/sequence-templates.ts';
import { groupCommit } from '../storage/group-commit.ts';
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
) => Promise<Effect>;

export function userCreator(db: Db, clock: Clock, organization: Organization): CreateUser {
  const insert = groupCommit((people: NewPersonRow[]) => insertPeople(db, people, clock.now()));

  async function create(user: NewUser, key: RepeatKey | null): Promise<Effect> {
    const now = clock.now();
    const { sequences = [], ...sent } = user;
    const start_day = sent.start_day ?? dayIn(organization.timezone, now);
    const person = { ...sent, ...absent, ...organization, ...sent, start_day };
    const stored = await insert({
      row: { ...person, created_at: now.toISOString() },
      sequences,
      key,
      body: (id) => JSON.stringify({ id, ...person, sequences }),
    });
    if (stored === null) throw new Refusal(400, { email: [messages.emailTaken] });
    if (stored === 'repeated') throw new AlreadyDone();
    return stored;
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

interface NewPersonRow extends Keyed {
  row: Insertable<PersonRow>;
  sequences: number[];
  body(id: number): string;
}

/** Stores people in one transaction. Returns the outcome of each, in the same order; null when its address is taken. */
function insertPeople(db: Db, people: NewPersonRow[], now: Date): Promise<Outcome[]> {
  return db.transaction().execute(async (transaction) => {
    await markChanged(transaction, 'employees');
    return storeKeyed(transaction, people, now, async (fresh) => {
      const ids = await insertRows(transaction, fresh);
      await assignSequences(transaction, ids.map(planOf), now);
      return new Map(
        ids.map(([person, id]) => [person, { personId: id, status: 201, body: person.body(id) }]),
      );
    });
  });
}

function planOf([{ row, sequences }, personId]: [NewPersonRow, number]): Plan {
  return { personId, timezone: row.timezone, anchor: row.start_day, sequences };
}

async function insertRows(queries: Queries, people: NewPersonRow[]): Promise<[NewPersonRow, number][]> {
  if (people.length === 0) return [];
  const inserted = await queries
    .insertInto('people')
    // Sorted everywhere, so that two processes never wait for each other's addresses.
    .values(people.map(({ row }) => row).sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute();
  const ids = new Map(inserted.map(({ id, email }) => [email, id]));
  return people.flatMap((person): [NewPersonRow, number][] => {
    const id = ids.get(person.row.email);
    // An address twice in one batch: the second one is taken.
    ids.delete(person.row.email);
    return id === undefined ? [] : [[person, id]];
  });
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
