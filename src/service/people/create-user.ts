import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { violationOf } from '../../database/violation.ts';
import type { Clock } from '../../time/clock.ts';
import { dayIn } from '../../time/dates.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import type { StoredResponse } from '../idempotency/stored-responses.ts';
import { type Problem, Refusal, refuseIfAny } from '../refusal.ts';
import type { Template, TemplateLookup } from '../sequences/sequence-templates.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { Queries, Tables } from '../storage/tables.ts';
import { cachedDueAt } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import { newHireFields, newUserFields } from '../validation/request-fields.ts';
import { type ValidatedFields, validateFields } from '../validation/validate-fields.ts';
import { findPeople, isAddressTaken } from './find-people.ts';
import { insertPeople, type NewPersonRow } from './insert-people.ts';

/** What a new user gets where the request says nothing. */
export interface Organization {
  timezone: string;
  language: string;
}

type NewUser = z.output<z.ZodObject<typeof newUserFields>>;

/** The created object: every field of the request, filled in, with `id` and `sequences`. */
type CreatedUser = Omit<Required<NewUser>, 'buddy' | 'manager' | 'language'> & {
  id: number;
  language: string;
  buddy: number | null;
  manager: number | null;
};

/** Which of the two creation endpoints was asked. The older one makes new hires, whatever the body says. */
export type CreationEndpoint = 'users' | 'newhires';

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

  async function create({ user, templates }: Checked, key: RepeatKey | null): Promise<CreatedUser> {
    const now = clock.now();
    const { sequences = [], ...given } = user;
    const start_day = given.start_day ?? dayIn(organization.timezone, now);
    const sent = withoutUndefined(given);
    // What was sent stands first, in the order of the fields; what was left out follows.
    const person = { ...sent, ...absent, ...organization, ...sent, start_day };
    const createdWith = (id: number): CreatedUser => ({ id, ...person, sequences });
    const row = { ...person, created_at: now.toISOString() };
    const id = await insert({ row, templates, key, answer: (id) => creationResponse(createdWith(id)) });
    if (id === 'taken') throw new Refusal(400, { email: [messages.emailTaken] });
    if (id === 'repeated') throw new AlreadyDone();
    return createdWith(id);
  }

  return async (endpoint, body, versions, key = null) => {
    const checked = () => check(db, (ids) => findTemplates(ids, versions), readUser(endpoint, body));
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

function readUser(endpoint: CreationEndpoint, body: unknown): ValidatedFields<typeof newUserFields> {
  if (endpoint === 'users') return validateFields(newUserFields, body);
  const { values, problem } = validateFields(newHireFields, body);
  return { values: { ...values, role: 0 }, problem };
}

interface Checked {
  user: NewUser;
  templates: Template[];
}

/** Asks the database about what was right in itself. @throws Refusal 400 */
async function check(
  queries: Queries,
  templatesOf: (ids: number[]) => Promise<Template[] | null>,
  { values, problem }: ValidatedFields<typeof newUserFields>,
): Promise<Checked> {
  const { email, buddy, manager, sequences = [] } = values;
  const all: Problem = { ...problem };
  const known = await findPeople(
    queries,
    [buddy, manager].filter((id) => typeof id === 'number'),
  );
  if (typeof buddy === 'number' && !known.has(buddy)) all.buddy = [messages.unknownId(buddy)];
  if (typeof manager === 'number' && !known.has(manager)) all.manager = [messages.unknownId(manager)];
  const templates = await templatesOf(sequences);
  if (!templates) all.sequences = [messages.badSequences];
  // Storing tells whether the address is taken; asking first serves only to name all wrong fields at once.
  const wrong = Object.keys(all).length > 0;
  if (wrong && email !== undefined && (await isAddressTaken(queries, email)))
    all.email = [messages.emailTaken];
  refuseIfAny(all);
  return { user: values as NewUser, templates: templates ?? [] };
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
