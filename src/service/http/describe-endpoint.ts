import { z } from 'zod';
import { languages } from '../../contract/languages.ts';
import { roles } from '../../contract/role.ts';
import { newHireFields, newUserFields } from '../validation/request-fields.ts';
import { type Endpoint, endpoints } from './endpoints.ts';

type Shape = Record<string, z.ZodType>;

/** The part of a field's JSON Schema that a description is made of. */
const FieldSchema = z.object({
  type: z.string().optional(),
  format: z.string().optional(),
  maxLength: z.int().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
});
type FieldSchema = z.infer<typeof FieldSchema>;

/** What the API says of an endpoint in answer to OPTIONS. Of offboarding it says no fields, as released deployments. */
export function describeEndpoint(endpoint: Endpoint) {
  const actions: Partial<Record<string, Shape>> = {
    [endpoints.users.path]: newUserFields,
    [endpoints.newHires.path]: newHireFields,
  };
  const shape = actions[endpoint.path];
  return {
    name: endpoint.name,
    description: endpoint.description,
    renders: ['application/json'],
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    ...(shape && { actions: { POST: describeFields(shape) } }),
  };
}

/** Kind, length and choices of every field, from the schemas that validate. */
function describeFields(shape: Shape): Record<string, object> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, describeField(name, field)]));
}

function describeField(name: string, field: z.ZodType): object {
  const schema = FieldSchema.parse(z.toJSONSchema(field, { io: 'input' }));
  return {
    type: kindOf(schema),
    required: !field.safeParse(undefined).success,
    read_only: false,
    label: labels[name] ?? capitalized(name),
    ...(schema.maxLength !== undefined && { max_length: schema.maxLength }),
    ...(schema.enum && {
      choices: schema.enum.map((value) => ({ value, display_name: formatChoice(name, value) })),
    }),
    ...(schema.type === 'array' && { child: { type: 'integer', required: true, read_only: false } }),
  };
}

const labels: Record<string, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  start_day: 'Start date',
};

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function kindOf({ type, format, enum: choices }: FieldSchema): string {
  if (choices) return 'choice';
  if (type === 'array') return 'list';
  return format ?? (type === 'string' ? 'string' : 'field');
}

function formatChoice(field: string, value: string | number): string {
  if (field === 'role') return roles.find((role) => role.value === value)?.label ?? String(value);
  if (field === 'language') return languages.find(({ code }) => code === value)?.label ?? String(value);
  return String(value);
}
