import type { z } from 'zod';
import { mostPeople } from '../../../contract/additions/people.ts';
import type { Problem } from '../../refusal.ts';
import * as fields from '../../validation/field-types.ts';
import { messages } from '../../validation/messages.ts';
import { newUserFields } from '../../validation/request-fields.ts';

/** Fields of an imported person, validated as by the users endpoint. */
export const importedFields = {
  first_name: newUserFields.first_name,
  last_name: newUserFields.last_name,
  email: newUserFields.email,
  phone: newUserFields.phone,
  position: newUserFields.position,
  language: newUserFields.language,
  timezone: newUserFields.timezone,
  role: newUserFields.role.optional(),
};

/** An imported person; absent fields stay unchanged. */
export type Imported = z.output<z.ZodObject<typeof importedFields>>;

export const importFields = {
  dry_run: fields.flag(),
  people: fields.listOf(importedFields, { min: 1, max: mostPeople }),
};

/** Finds repeated addresses. @returns errors by position, for all but the first occurrence */
export function problemOfAddresses(people: readonly Imported[]): Problem {
  const seen = new Set<string>();
  const again = people.flatMap(({ email }, position) => {
    if (seen.has(email)) return [[position, [`email: ${messages.sameAddress}`]]];
    seen.add(email);
    return [];
  });
  return again.length > 0 ? { people: Object.fromEntries(again) } : {};
}
