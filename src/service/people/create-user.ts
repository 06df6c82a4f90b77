import type { Kysely } from 'kysely';
import { violationOf } from '../../database/violation.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import type { StoredResponse } from '../idempotency/stored-responses.ts';
import { Refusal } from '../refusal.ts';
import type { TemplateLookup } from '../sequences/sequence-templates.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { Tables } from '../storage/tables.ts';
import { cachedDueAt } from '../timeline/due-at.ts';
import { messages } from '../validation/messages.ts';
import { type CheckedUser, type CreationEndpoint, checkNewUser, type NewUser } from './check-new-user.ts';
import { insertPeople, type NewPersonRow } from './insert-people.ts';

/** What a new user gets where the request says nothing. */
export interface Organization {
  timezone: string;
  language: string;
}

/** The created object: every field of the request, filled in, with `id` and `sequences`. */
type CreatedUser = Omit<Required<NewUser>, 'buddy' | 'manager' | 'language'> & {
  id: number;
  language: string;
  buddy: number | null;
  manager: number | null;
};

/**
 * Creates a user and assigns the sequences, all of it or nothing (specification, sections 2.1 and 4).
 * It throws a Refusal 400 with every wrong field at once; AlreadyDone when a request with the key was first.
 */
export type CreateUser = (
  endpoint: CreationEndpoint,
  body: unknown,
  versions: Versions,
  key?: RepeatKey | null,
) => Promise<CreatedUser>;

interface CreatorOptions {
  db: Kysely<Tables>;
  clock: Clock;
  findTemplates: TemplateLookup;
  organization: Organization;
}

/** Makes the use case on one database. */
export function userCreator({ db, clock, findTemplates, organization }: CreatorOptions): CreateUser {
  const dueAt = cachedDueAt();
  const insert = groupCommit((people: NewPersonRow[]) => insertPeople(db, clock.now(), dueAt, people));

  async function create({ user, templates }: CheckedUser, key: RepeatKey | null): Promise<CreatedUser> {
    const now = clock.now();
    const { sequences = [], ...given } = user;
    const start_day = given.start_day ?? dayIn(organization.timezone, now);
    const sent = withoutUndefined(given);
    // What was sent stands first, in the order of the fields; what was left out follows.
    const person = { ...sent, ...absent, ...organization, ...sent, start_day };
    const createdWith = (id: number): CreatedUser => ({ id, ...person, sequences });
    const row = { ...person, created_at: now.toISOString() };
    const id = await insert({ row, templates, key, response: (id) => creationResponse(createdWith(id)) });
    if (id === 'taken') throw new Refusal(400, { email: [messages.emailTaken] });
    if (id === 'repeated') throw new AlreadyDone();
    return createdWith(id);
  }

  return async (endpoint, body, versions, key = null) => {
    const checked = () => checkNewUser(db, (ids) => findTemplates(ids, versions), endpoint, body);
    try {
      return await create(await checked(), key);
    } catch (error) {
      // A buddy or a sequence was removed after the check: the same check now names the field.
      if (violationOf(error) === null) throw error;
      await checked();
      throw error;
    }
  };
}

/** What either creation endpoint answers. */
export function creationResponse(created: CreatedUser): StoredResponse {
  return { status: 201, body: JSON.stringify(created) };
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
