import { z } from 'zod';
import { languages } from '../../contract/choices.ts';
import { roles } from '../../contract/employee.ts';
import { headerName, maxKey } from '../idempotency.ts';
import { type Endpoint, endpoints, type SchemaName, type Shape, schemas } from './endpoints.ts';

/** Makes the OpenAPI 3.1 description of the API from the schemas that validate it. */
export function describeApi(): object {
  const described = Object.values(endpoints).filter(({ answer }) => answer);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Onboarding service',
      version: '1',
      description:
        'Creates new hires and starts offboardings. Every request carries `Authorization: Token …`.',
    },
    security: [{ token: [] }],
    paths: Object.fromEntries(
      described.map((endpoint) => [endpoint.path, { [endpoint.method.toLowerCase()]: operation(endpoint) }]),
    ),
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

function operation({ description, body, query, isKeyed, isDeprecated, answer }: Endpoint) {
  const parameters = isKeyed ? [idempotencyKey] : query && parametersOf(query);
  return {
    summary: description,
    ...(isDeprecated && { deprecated: true }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, ...content(reference(body)) } }),
    responses: {
      ...(answer && { [answer.status]: described(answer) }),
      ...((body || query) && { 400: invalid }),
      401: { description: 'No token, or one that is not known', ...refused },
      403: { description: 'The token is not an administrator’s', ...refused },
      ...(isKeyed && refusedKeys),
      default: { description: 'Any other refusal, such as a body that is too large (413)', ...refused },
    },
  };
}

function described({ description, body, isList }: NonNullable<Endpoint['answer']>) {
  if (!body) return { description };
  return { description, ...content(isList ? { type: 'array', items: reference(body) } : reference(body)) };
}

function parametersOf(query: Shape) {
  return Object.entries(query).map(([name, field]) => {
    return { name, in: 'query', required: false, schema: jsonSchema(field) };
  });
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

const refusedKeys = {
  410: { description: `Carried out earlier with this ${headerName}; the person was removed`, ...refused },
  422: { description: `This ${headerName} was used for another request; nothing was done`, ...refused },
};

function content(schema: object) {
  return { content: { 'application/json': { schema } } };
}

function reference(name: SchemaName) {
  return { $ref: `#/components/schemas/${name}` };
}

/** The API's answer to OPTIONS. */
export function describeEndpoint({ name, description, fields }: Endpoint) {
  return {
    name,
    description,
    renders: ['application/json'],
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    ...(fields && { actions: { POST: describeFields(fields) } }),
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
