import { z } from 'zod';
import { PeopleImported } from '../../contract/employee.ts';
import { additions, paths } from '../../contract/paths.ts';
import { Detail } from '../../contract/problem.ts';
import { FullSequence, SequenceKind, Starter } from '../../contract/sequence.ts';
import { Task, TaskChange, TaskPage } from '../../contract/task.ts';
import { personChangeFields } from '../people/change-person.ts';
import { importFields } from '../people/import-people.ts';
import { newSequenceFields, sequenceChangeFields } from '../sequences/sequences.ts';
import { taskChangeFields } from '../tasks/change-task.ts';
import { taskQueryFields } from '../tasks/list-tasks.ts';
import { newHireFields, newUserFields, offboardingFields } from '../validation/request-fields.ts';

/** Bodies of requests and answers, by their names in the API description. */
export const schemas = {
  NewUser: z.object(newUserFields),
  NewHire: z.object(newHireFields),
  Offboarding: z.object(offboardingFields),
  /** The created object: every field of the request, filled in, and the id (specification 2.1). */
  CreatedUser: z.object({ id: z.int(), ...newUserFields }).required(),
  Employee: z.object({
    id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.email(),
    role: newUserFields.role,
  }),
  Sequence: z.object({ id: z.int(), name: z.string(), kind: SequenceKind }),
  PeopleImport: z.object(importFields),
  PeopleImported,
  PersonChange: z.object(personChangeFields),
  ChangedPerson: z.object({
    user: z.int(),
    start_day: z.iso.date(),
    termination_date: z.iso.date().nullable(),
  }),
  NewSequence: z.object(newSequenceFields),
  SequenceChange: z.object(sequenceChangeFields),
  FullSequence,
  Starter,
  Task,
  TaskPage,
  TaskChange,
  /** The body of a 400: sentences by field; for a list's items, by position. */
  Problem: z.record(z.string(), z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])),
  Detail,
};

export type SchemaName = keyof typeof schemas;

export type Shape = Record<string, z.ZodType>;

/** Description of an endpoint, for its route, its answer to OPTIONS and OpenAPI. */
export interface Endpoint {
  path: string;
  /** The only method that works on it besides OPTIONS. */
  method: 'GET' | 'POST';
  name: string;
  description: string;
  body?: SchemaName;
  /** Fields of the body for the answer to OPTIONS. Offboarding lists none, as in released deployments. */
  fields?: Shape;
  query?: Shape;
  /** Whether a repeat with the same `Idempotency-Key` gets the first answer. */
  isKeyed?: boolean;
  isDeprecated?: boolean;
  /** The OpenAPI description lists endpoints that have one. */
  answer?: Answer;
}

interface Answer {
  status: 200 | 201;
  description: string;
  body?: SchemaName;
  isList?: boolean;
}

export const endpoints = {
  employees: get(paths.employees, 'Employee', 'API endpoint that lists all employees', {
    answer: list('Employee'),
  }),
  sequences: get(paths.sequences, 'Sequence', 'API endpoint that lists all sequences', {
    answer: list('Sequence'),
  }),
  users: post(paths.users, 'User', 'API endpoint that allows users to be created', {
    body: 'NewUser',
    fields: newUserFields,
    isKeyed: true,
    answer: created('The full new object', 'CreatedUser'),
  }),
  newHires: post(
    paths.newHires,
    'User',
    'Older endpoint that allows new hires to be created: use /api/users/',
    {
      body: 'NewHire',
      fields: newHireFields,
      isKeyed: true,
      isDeprecated: true,
      answer: created('The full new object', 'CreatedUser'),
    },
  ),
  offboarding: post(
    paths.offboarding,
    'User Offboarding',
    'API endpoint that allows users to be offboarded',
    {
      body: 'Offboarding',
      isKeyed: true,
      answer: ok('Accepted, without a body; the timeline is filled in the background'),
    },
  ),
  schema: get(paths.schema, 'Schema', 'OpenAPI description of this API'),
  people: post(additions.people, 'People', 'Adds people, or changes those with these addresses', {
    body: 'PeopleImport',
    fields: importFields,
    answer: ok('What was done, or would be done in a dry run', 'PeopleImported'),
  }),
  person: post(additions.person, 'Person', 'Moves a start day, or cancels what is still to be done', {
    body: 'PersonChange',
    fields: personChangeFields,
    answer: ok('The person’s days', 'ChangedPerson'),
  }),
  fullSequences: get(
    additions.sequences,
    'Sequences with tasks',
    'Lists all sequences with their tasks, archived ones too',
    { answer: list('FullSequence') },
  ),
  newSequence: post(additions.newSequence, 'New sequence', 'Adds a sequence with its tasks', {
    body: 'NewSequence',
    fields: newSequenceFields,
    isKeyed: true,
    answer: created('The new sequence', 'FullSequence'),
  }),
  sequence: post(
    additions.sequence,
    'Changed sequence',
    'Changes a sequence for those who get it from now on',
    {
      body: 'SequenceChange',
      fields: sequenceChangeFields,
      answer: ok('The sequence as it is now', 'FullSequence'),
    },
  ),
  starters: get(additions.starters, 'Starter', 'Lists sequences to begin with', {
    answer: list('Starter', 'All of them'),
  }),
  tasks: get(additions.tasks, 'Task', 'Lists what people have to do', {
    query: taskQueryFields,
    answer: ok('A page of tasks', 'TaskPage'),
  }),
  task: post(additions.task, 'Changed task', 'Says that a task is done, put off or passed on', {
    body: 'TaskChange',
    fields: taskChangeFields,
    answer: ok('The task as it is now', 'Task'),
  }),
};

type Details = Omit<Endpoint, 'method' | 'path' | 'name' | 'description'>;

function get(path: string, name: string, description: string, details: Details = {}): Endpoint {
  return { method: 'GET', path, name, description, ...details };
}

function post(path: string, name: string, description: string, details: Details): Endpoint {
  return { method: 'POST', path, name, description, ...details };
}

function ok(description: string, body?: SchemaName): Answer {
  return { status: 200, description, ...(body && { body }) };
}

function created(description: string, body: SchemaName): Answer {
  return { status: 201, description, body };
}

function list(body: SchemaName, description = 'All of them, ordered by id'): Answer {
  return { status: 200, description, body, isList: true };
}

export function endpointAt(path: string): Endpoint | null {
  return Object.values(endpoints).find((endpoint) => endpoint.path === path) ?? null;
}

/** Methods of an endpoint, as the `Allow` header lists them. */
export function allowed(endpoint: Endpoint): string {
  return endpoint.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
}
