import type { z } from 'zod';
import { refuseIfAny } from '../refusal.ts';
import type { Template } from '../sequences/sequence-templates.ts';
import type { Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';
import { newHireFields, newUserFields } from '../validation/request-fields.ts';
import { type ValidatedFields, validateFields } from '../validation/validate-fields.ts';
import { findPeople, isAddressTaken } from './find-people.ts';

type Fields = z.output<z.ZodObject<typeof newUserFields>>;

/** Valid fields of a new user; fields that weren't given are absent. */
export type NewUser = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };

/** Creation endpoint of the request. The older one always makes new hires. */
export type CreationEndpoint = 'users' | 'newhires';

export interface CheckedUser {
  user: NewUser;
  templates: Template[];
}

/**
 * Validates every field, and checks the valid ones against the database.
 * @param findTemplates looks sequences up; null when one is unknown or repeated
 * @throws Refusal 400 with all wrong fields
 */
export async function checkNewUser(
  queries: Queries,
  findTemplates: (ids: number[]) => Promise<Template[] | null>,
  endpoint: CreationEndpoint,
  body: unknown,
): Promise<CheckedUser> {
  const { values, problem } = readUser(endpoint, body);
  const { email, buddy, manager, sequences = [] } = values;
  const asked = [buddy, manager].filter((id) => typeof id === 'number');
  const known = await findPeople(queries, asked);
  if (typeof buddy === 'number' && !known.has(buddy)) problem.buddy = [messages.unknownId(buddy)];
  if (typeof manager === 'number' && !known.has(manager)) problem.manager = [messages.unknownId(manager)];
  const templates = await findTemplates(sequences);
  if (!templates || templates.some(({ isArchived }) => isArchived))
    problem.sequences = [messages.badSequences];
  // Storing detects a taken address; checking here only serves to name all wrong fields at once.
  const wrong = Object.keys(problem).length > 0;
  if (wrong && email !== undefined && (await isAddressTaken(queries, email)))
    problem.email = [messages.emailTaken];
  refuseIfAny(problem);
  return { user: values as NewUser, templates: templates ?? [] };
}

function readUser(endpoint: CreationEndpoint, body: unknown): ValidatedFields<typeof newUserFields> {
  if (endpoint === 'users') return validateFields(newUserFields, body);
  const { values, problem } = validateFields(newHireFields, body);
  return { values: { ...values, role: 0 }, problem };
}
