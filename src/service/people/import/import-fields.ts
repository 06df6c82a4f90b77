import type { z } from 'zod';
import { mostPeople } from '../../../contract/additions/people.ts';
import type { Problem } from '../../refusal.ts';
import * as fields from '../../validation/field-types.ts';
import { messages } from '../../validation/messages.ts';
import { newUserFields } from '../../validation/request-fields.ts';

/** What is read of each person, as the users endpoint reads it. */
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

/** Somebody from elsewhere; what is absent stays as it is. */
export type Imported = z.output<z.ZodObject<typeof importedFields>>;

/** The body of an import. */
export const importFields = {
  dry_run: fields.flag(),
  people: fields.listOf(importedFields, { min: 1, max: mostPeople }),
};

/** What is wrong with a list in which somebody stands twice: everybody but the first, by position. */
export function problemOfAddresses(people: readonly Imported[]): Problem {
  const seen = new Set<string>();
  const again = people.flatMap(({ email }, position) => {
    if (seen.has(email)) return [[position, [`email: ${messages.sameAddress}`]]];
    seen.add(email);
    return [];
  });
  return again.length > 0 ? { people: Object.fromEntries(again) } : {};
}
