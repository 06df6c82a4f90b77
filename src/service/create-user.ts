import type { z } from 'zod';
import { violationOf } from '../database/violation.ts';
import { dayIn } from '../time/dates.ts';
import { inBatches } from './batches.ts';
import { newHireFields, newUserFields } from './bodies.ts';
import type { Catalog, Template } from './catalog.ts';
import type { RepeatKey } from './idempotency-key.ts';
import { insertPeople, type NewPersonRow } from './insert-people.ts';
import { AlreadyDone } from './once.ts';
import { findPeople, isAddressTaken } from './people.ts';
import { type Problem, Refusal, refuseIfAny } from './problem.ts';
import { type ReadFields, readFields } from './read-fields.ts';
import type { Store } from './store.ts';
import type { Answer } from './stored-answers.ts';
import { rememberedDueAt } from './timeline.ts';
import type { Versions } from './versions.ts';
import { wording } from './wording.ts';

/** What a new user gets where the request says nothing. */
export interface Organization {
  timezone: string;
  language: string;
}

type NewUser = z.output<z.ZodObject<typeof newUserFields>>;

/** The created object: every field of the request, filled in, with `id` and `sequences`. */
export type CreatedUser = Omit<Required<NewUser>, 'buddy' | 'manager' | 'language'> & {
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

export function creationIn(store: Store, catalog: Catalog, organization: Organization): CreateUser {
  const dueAt = rememberedDueAt();
  const insert = inBatches((people: NewPersonRow[]) => insertPeople(store, dueAt, people));

  async function create({ user, templates }: Checked, key: RepeatKey | null): Promise<CreatedUser> {
    const now = store.now();
    const { sequences = [], ...given } = user;
    const start_day = given.start_day ?? dayIn(organization.timezone, now);
    const sent = withoutUndefined(given);
    // What was sent stands first, in the order of the fields; what was left out follows.
    const person = { ...sent, ...absent, ...organization, ...sent, start_day };
    const createdWith = (id: number): CreatedUser => ({ id, ...person, sequences });
    const row = { ...person, created_at: now.toISOString() };
    const id = await insert({ row, templates, key, answer: (id) => creationAnswer(createdWith(id)) });
    if (id === 'taken') throw new Refusal(400, { email: [wording.emailTaken] });
    if (id === 'repeated') throw new AlreadyDone();
    return createdWith(id);
  }

  return async (endpoint, body, versions, key = null) => {
    try {
      return await create(await check(store, (ids) => catalog(ids, versions), readUser(endpoint, body)), key);
    } catch (error) {
      // A buddy or a sequence was removed after the check: the same check now names the field.
      if (violationOf(error) === null) throw error;
      await check(store, (ids) => catalog(ids, versions), readUser(endpoint, body));
      throw error;
    }
  };
}

/** What either creation endpoint answers. */
export function creationAnswer(created: CreatedUser): Answer {
  return { status: 201, body: JSON.stringify(created) };
}

function readUser(endpoint: CreationEndpoint, body: unknown): ReadFields<typeof newUserFields> {
  if (endpoint === 'users') return readFields(newUserFields, body);
  const { values, problem } = readFields(newHireFields, body);
  return { values: { ...values, role: 0 }, problem };
}

interface Checked {
  user: NewUser;
  templates: Template[];
}

/** Asks the database about what was right in itself. @throws Refusal 400 */
async function check(
  { db }: Store,
  templatesOf: (ids: number[]) => Promise<Template[] | null>,
  { values, problem }: ReadFields<typeof newUserFields>,
): Promise<Checked> {
  const { email, buddy, manager, sequences = [] } = values;
  const all: Problem = { ...problem };
  const known = await findPeople(
    db,
    [buddy, manager].filter((id) => typeof id === 'number'),
  );
  if (typeof buddy === 'number' && !known.has(buddy)) all.buddy = [wording.unknownId(buddy)];
  if (typeof manager === 'number' && !known.has(manager)) all.manager = [wording.unknownId(manager)];
  const templates = await templatesOf(sequences);
  if (!templates) all.sequences = [wording.badSequences];
  // Storing tells whether the address is taken; asking first serves only to name all wrong fields at once.
  const wrong = Object.keys(all).length > 0;
  if (wrong && email !== undefined && (await isAddressTaken(db, email))) all.email = [wording.emailTaken];
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
