import type { z } from 'zod';
import { languages, zones } from '../../contract/choices.ts';
import { roles } from '../../contract/employee.ts';
import { maxLength } from '../../contract/new-hire.ts';
import { type FieldErrors, type Problem, Refusal } from '../refusal.ts';
import * as fields from './field-types.ts';
import { JsonNumber } from './json-number.ts';
import { messages } from './messages.ts';

/** Longest link to a profile, in characters. */
const maxProfile = 100;

/**
 * Specification 2.1; the role is required (section 4, rule 1). `linkedin`, `facebook` and `twitter` aren't in
 * the specification; released deployments accept them.
 */
export const newUserFields = {
  first_name: fields.text({ max: maxLength.first_name }),
  last_name: fields.text({ max: maxLength.last_name }),
  start_day: fields.day().optional(),
  role: fields.choice(roles.map(({ value }) => value)),
  email: fields.email(maxLength.email),
  position: fields.text({ max: maxLength.position, blank: true }).optional(),
  phone: fields.text({ max: maxLength.phone, blank: true }).optional(),
  buddy: fields.personIdOrNobody().optional(),
  manager: fields.personIdOrNobody().optional(),
  message: fields.text({ blank: true }).optional(),
  linkedin: fields.text({ max: maxProfile, blank: true }).optional(),
  facebook: fields.text({ max: maxProfile, blank: true }).optional(),
  twitter: fields.text({ max: maxProfile, blank: true }).optional(),
  timezone: fields.choice(zones).optional(),
  language: fields.choice(languages.map(({ code }) => code)).optional(),
  sequences: fields.sequenceIds().optional(),
};

const { role: _, ...withoutRole } = newUserFields;

export const newHireFields = withoutRole;

export const offboardingFields = {
  termination_date: fields.day(),
  user: fields.personId(),
  sequences: fields.sequenceIds().optional(),
};

type Shape = Record<string, z.ZodType>;

export interface ValidatedFields<Fields extends Shape> {
  values: { [Name in keyof Fields]?: z.output<Fields[Name]> };
  problem: Problem;
}

/**
 * Field by field, so that the valid fields can still be checked against the database. Unknown keys are
 * ignored. Throws Refusal 400 when the body isn't an object.
 */
export function validateFields<Fields extends Shape>(shape: Fields, body: unknown): ValidatedFields<Fields> {
  const source = asObject(body);
  const values: ValidatedFields<Fields>['values'] = {};
  const problem: Problem = {};
  for (const name of Object.keys(shape) as (keyof Fields & string)[]) {
    const input = Object.hasOwn(source, name) ? source[name] : undefined;
    const read = (shape[name] as Fields[typeof name]).safeParse(input);
    if (!read.success) problem[name] = fieldErrors(read.error);
    else if (read.data !== undefined) values[name] = read.data as z.output<Fields[typeof name]>;
  }
  return { values, problem };
}

function asObject(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (body === null) throw new Refusal(400, { non_field_errors: [messages.noData] });
  if (typeof body !== 'object' || Array.isArray(body) || body instanceof JsonNumber) {
    throw new Refusal(400, { non_field_errors: [messages.notAnObject(body)] });
  }
  return body as Record<string, unknown>;
}

/** Errors of list items go by position, as in released deployments; the sentence names the item's field. */
function fieldErrors(error: z.ZodError): FieldErrors {
  const whole = error.issues.filter((issue) => issue.path.length === 0);
  if (whole.length > 0) return whole.map((issue) => issue.message);
  const positions = [...Map.groupBy(error.issues, (issue) => String(issue.path[0]))];
  return Object.fromEntries(positions.map(([at, issues]) => [at, issues.map(sentenceIn)]));
}

function sentenceIn({ path: [, ...field], message }: z.core.$ZodIssue): string {
  return field.length > 0 ? `${field.join('.')}: ${message}` : message;
}
