import { z } from 'zod';
import * as answers from './answers.ts';
import { type Endpoint, endpoints } from './api.ts';
import { newHireFields, newUserFields, offboardingFields } from './bodies.ts';

const schemas = {
  NewUser: z.object(newUserFields),
  NewHire: z.object(newHireFields),
  Offboarding: z.object(offboardingFields),
  CreatedUser: answers.CreatedUser,
  Employee: answers.Employee,
  Sequence: answers.Sequence,
  Problem: answers.Problem,
  Detail: answers.Detail,
} as const;

type SchemaName = keyof typeof schemas;

/** The OpenAPI 3.1 description of the API, made from the schemas that validate it. */
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
      [endpoints.offboarding.path]: { post: offboarding },
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

function list(endpoint: Endpoint, item: SchemaName) {
  const body = { type: 'array', items: reference(item) };
  return operation(endpoint, { 200: { description: 'All of them, ordered by id', ...content(body) } });
}

function creation(endpoint: Endpoint, body: SchemaName) {
  const created = { description: 'The full new object', ...content(reference('CreatedUser')) };
  return { ...operation(endpoint, { 201: created, 400: invalid }), requestBody: required(body) };
}

const invalid = {
  description: 'Wrong fields, all at once; or a body that cannot be read',
  ...content({ anyOf: [reference('Problem'), reference('Detail')] }),
};

const offboarding = {
  ...operation(endpoints.offboarding, {
    200: { description: 'Accepted, without a body; the timeline is filled in the background' },
    400: invalid,
  }),
  requestBody: required('Offboarding'),
};

function operation(endpoint: Endpoint, responses: Record<number, object>) {
  const refused = content(reference('Detail'));
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

function required(body: SchemaName) {
  return { required: true, ...content(reference(body)) };
}

function content(schema: object) {
  return { content: { 'application/json': { schema } } };
}

function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}
