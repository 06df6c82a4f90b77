import { z } from 'zod';
import { languages } from '../../contract/languages.ts';
import { roles } from '../../contract/role.ts';
import { personChangeFields } from '../people/change-person.ts';
import { importFields } from '../people/import/import-fields.ts';
import { newSequenceFields, sequenceChangeFields } from '../sequences/sequence-fields.ts';
import { taskChangeFields } from '../tasks/task-change-fields.ts';
import { newHireFields, newUserFields } from '../validation/request-fields.ts';
import { type Endpoint, endpoints } from './endpoints.ts';

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
