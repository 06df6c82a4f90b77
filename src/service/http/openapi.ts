import { z } from 'zod';
import { PeopleImported } from '../../contract/additions/people.ts';
import { FullSequence, Starter } from '../../contract/additions/sequences.ts';
import { Task, TaskPage } from '../../contract/additions/tasks.ts';
import { languages } from '../../contract/choices.ts';
import { roles } from '../../contract/employee.ts';
import { Detail } from '../../contract/problem.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import { headerName, maxKey } from '../idempotency/idempotency-key.ts';
import { personChangeFields } from '../people/change-person.ts';
import { importFields } from '../people/import-people.ts';
import { newSequenceFields, sequenceChangeFields } from '../sequences/sequence-fields.ts';
import { TaskChangeBody, taskChangeFields } from '../tasks/change-task.ts';
import { taskQueryFields } from '../tasks/list-tasks.ts';
import { newHireFields, newUserFields, offboardingFields } from '../validation/request-fields.ts';
import { type Endpoint, endpoints } from './endpoints.ts';

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
    role: z.literal(roles.map(({ value }) => value)),
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
  TaskChange: TaskChangeBody,
  /** The body of a 400: sentences by field; for a list's items, by position. */
  Problem: z.record(z.string(), z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])),
  Detail,
};

/** Makes the OpenAPI 3.1 description of the API from the schemas that validate it. */
export function describeApi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onboarding service',
      version: '1',
      description:
        'Creates new hires and starts offboardings. Every request carries `Authorization: Token …`.',
    },
    security: [{ token: [] }],
    paths: {
      [endpoints.employees.path]: { get: list(endpoints.employees, 'Employee') },
      [endpoints.sequences.path]: { get: list(endpoints.sequences, 'Sequence') },
      [endpoints.users.path]: { post: creation(endpoints.users, 'NewUser') },
      [endpoints.newHires.path]: { post: { ...creation(endpoints.newHires, 'NewHire'), deprecated: true } },
      [endpoints.offboarding.path]: { post: offboarding() },
      ...describeAdditions(),
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token` and the token' },
      },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]),
      ),
    },
  };
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

function offboarding() {
  const accepted = { description: 'Accepted, without a body; the timeline is filled in the background' };
  return write(endpoints.offboarding, 'Offboarding', { 200: accepted });
}

function describeAdditions(): Record<string, object> {
  const { people, person, fullSequences, newSequence, sequence, starters, tasks, task } = endpoints;
  const changed = answer('The sequence as it is now', 'FullSequence');
  const made = answer('The new sequence', 'FullSequence');
  return {
    [people.path]: {
      post: change(people, 'PeopleImport', {
        200: answer('What was done, or would be done in a dry run', 'PeopleImported'),
      }),
    },
    [person.path]: {
      post: change(person, 'PersonChange', { 200: answer('The person’s days', 'ChangedPerson') }),
    },
    [fullSequences.path]: { get: list(fullSequences, 'FullSequence') },
    [newSequence.path]: { post: write(newSequence, 'NewSequence', { 201: made }) },
    [sequence.path]: { post: change(sequence, 'SequenceChange', { 200: changed }) },
    [starters.path]: { get: list(starters, 'Starter', 'All of them') },
    [tasks.path]: { get: query(tasks, taskQueryFields, { 200: answer('A page of tasks', 'TaskPage') }) },
    [task.path]: { post: change(task, 'TaskChange', { 200: answer('The task as it is now', 'Task') }) },
  };
}

function answer(description: string, body: keyof typeof schemas) {
  return { description, ...content(reference(body)) };
}

type SchemaName = keyof typeof schemas;

function list(endpoint: Endpoint, item: SchemaName, description = 'All of them, ordered by id') {
  const body = { type: 'array', items: reference(item) };
  return operation(endpoint, { 200: { description, ...content(body) } });
}

function creation(endpoint: Endpoint, body: SchemaName) {
  const created = { description: 'The full new object', ...content(reference('CreatedUser')) };
  return write(endpoint, body, { 201: created });
}

function query(endpoint: Endpoint, shape: Record<string, z.ZodType>, responses: Record<number, object>) {
  const parameters = Object.entries(shape).map(([name, field]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(field, { io: 'input' });
    return { name, in: 'query', required: false, schema };
  });
  return { ...operation(endpoint, { ...responses, 400: invalid }), parameters };
}

/** Describes a write with an idempotency key, and the refusals that come with it. */
function write(endpoint: Endpoint, body: SchemaName, responses: Record<number, object>) {
  return {
    ...change(endpoint, body, {
      ...responses,
      409: { description: `A request with this ${headerName} is still being carried out`, ...refused },
      410: { description: `Carried out earlier with this ${headerName}; the person was removed`, ...refused },
      422: { description: `This ${headerName} was used for another request; nothing was done`, ...refused },
    }),
    parameters: [idempotencyKey],
  };
}

/** Describes a write that is safe to repeat without a key: doing it again changes nothing. */
function change(endpoint: Endpoint, body: SchemaName, responses: Record<number, object>) {
  return {
    ...operation(endpoint, { ...responses, 400: invalid }),
    requestBody: { required: true, ...content(reference(body)) },
  };
}

const idempotencyKey = {
  name: headerName,
  in: 'header',
  required: false,
  description:
    `A string of RFC 8941, 1 to ${maxKey} characters between double quotes (the quotes may be left out). Repeating ` +
    'a request with the same key and the same body changes nothing and gives the first answer again, with ' +
    '`Idempotent-Replayed: true`, for seven days. A key belongs to this endpoint, whichever token comes with it. ' +
    'A refused request (4xx, 5xx) leaves its key unused.',
  schema: { type: 'string' },
  example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
} as const;

const refused = content(reference('Detail'));

const invalid = {
  description: 'Wrong fields, all at once; or a body that cannot be read',
  ...content({ anyOf: [reference('Problem'), reference('Detail')] }),
};

function operation(endpoint: Endpoint, responses: Record<number, object>) {
  return {
    summary: endpoint.description,
    responses: {
      ...responses,
      401: { description: 'No token, or one that is not known', ...refused },
      403: { description: 'The token is not an administrator’s', ...refused },
      default: { description: 'Any other refusal, such as a body that is too large (413)', ...refused },
    },
  };
}

function content(schema: object) {
  return { content: { 'application/json': { schema } } };
}

function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}

type Shape = Record<string, z.ZodType>;

const shapes: Partial<Record<string, Shape>> = {
  [endpoints.users.path]: newUserFields,
  [endpoints.newHires.path]: newHireFields,
  [endpoints.people.path]: importFields,
  [endpoints.person.path]: personChangeFields,
  [endpoints.newSequence.path]: newSequenceFields,
  [endpoints.sequence.path]: sequenceChangeFields,
  [endpoints.task.path]: taskChangeFields,
};

/** The API's answer to OPTIONS. Offboarding lists no fields, as in released deployments. */
export function describeEndpoint(endpoint: Endpoint) {
  const shape = shapes[endpoint.path];
  return {
    name: endpoint.name,
    description: endpoint.description,
    renders: ['application/json'],
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    ...(shape && { actions: { POST: describeFields(shape) } }),
  };
}

function describeFields(shape: Shape): Record<string, object> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, describeField(name, field)]));
}

function describeField(name: string, field: z.ZodType): object {
  const schema = z.toJSONSchema(field, { io: 'input' });
  const labels = choiceLabels[name];
  return {
    type: kindOf(schema),
    required: !field.safeParse(undefined).success,
    read_only: false,
    label: formatLabel(name),
    ...(schema.maxLength !== undefined && { max_length: schema.maxLength }),
    ...(schema.enum && {
      choices: schema.enum.map((value) => ({ value, display_name: labels?.get(value) ?? String(value) })),
    }),
    ...(schema.type === 'array' && { child: { type: itemOf(schema), required: true, read_only: false } }),
  };
}

function itemOf({ items }: z.core.JSONSchema.BaseSchema): string {
  return typeof items === 'object' && 'properties' in items ? 'nested object' : 'integer';
}

function formatLabel(name: string): string {
  const words = name === 'start_day' ? 'start date' : name.replace('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function kindOf({ type, format, enum: choices }: z.core.JSONSchema.BaseSchema): string {
  if (choices) return 'choice';
  if (type === 'array') return 'list';
  return format ?? (type === 'string' || type === 'boolean' ? type : 'field');
}

const choiceLabels: Partial<Record<string, Map<unknown, string>>> = {
  role: new Map(roles.map(({ value, label }) => [value, label])),
  language: new Map(languages.map(({ code, label }) => [code, label])),
};
