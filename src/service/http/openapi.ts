import { z } from 'zod';
import { headerName, maxKey } from '../idempotency/idempotency-key.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { schemas } from './schemas.ts';

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
      [endpoints.offboarding.path]: { post: offboarding() },
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
  return write(endpoint, body, { 201: created });
}

function offboarding() {
  const accepted = { description: 'Accepted, without a body; the timeline is filled in the background' };
  return write(endpoints.offboarding, 'Offboarding', { 200: accepted });
}

/** What all writes have in common: the key that makes repeats safe, and what it can be refused for. */
function write(endpoint: Endpoint, body: SchemaName, responses: Record<number, object>) {
  return {
    ...operation(endpoint, {
      ...responses,
      400: invalid,
      409: { description: `A request with this ${headerName} is still being carried out`, ...refused },
      410: { description: `Carried out earlier with this ${headerName}; the person was removed`, ...refused },
      422: { description: `This ${headerName} was used for another request; nothing was done`, ...refused },
    }),
    parameters: [idempotencyKey],
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
