import { z } from 'zod';
import { endpoints } from '../endpoints.ts';
import { schemas } from '../schemas.ts';
import { describeAdditions } from './describe-additions.ts';
import { creation, list, write } from './operations.ts';

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
