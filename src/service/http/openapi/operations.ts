import { z } from 'zod';
import { headerName, maxKey } from '../../idempotency/idempotency-key.ts';
import type { Endpoint } from '../endpoints.ts';
import type { schemas } from '../schemas.ts';

type SchemaName = keyof typeof schemas;

/** Describes a GET that returns a whole list. */
export function list(endpoint: Endpoint, item: SchemaName, description = 'All of them, ordered by id') {
  const body = { type: 'array', items: reference(item) };
  return operation(endpoint, { 200: { description, ...content(body) } });
}

/** Describes a POST that creates a person. */
export function creation(endpoint: Endpoint, body: SchemaName) {
  const created = { description: 'The full new object', ...content(reference('CreatedUser')) };
  return write(endpoint, body, { 201: created });
}

/** Describes a GET with query parameters. */
export function query(
  endpoint: Endpoint,
  shape: Record<string, z.ZodType>,
  responses: Record<number, object>,
) {
  const parameters = Object.entries(shape).map(([name, field]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(field, { io: 'input' });
    return { name, in: 'query', required: false, schema };
  });
  return { ...operation(endpoint, { ...responses, 400: invalid }), parameters };
}

/** Describes a write with an idempotency key, and the refusals that come with it. */
export function write(endpoint: Endpoint, body: SchemaName, responses: Record<number, object>) {
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
export function change(endpoint: Endpoint, body: SchemaName, responses: Record<number, object>) {
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

export function content(schema: object) {
  return { content: { 'application/json': { schema } } };
}

export function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}
