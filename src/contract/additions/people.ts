import { z } from 'zod';
import { Day, NewHire } from '../new-hire.ts';
import { SequenceKind } from '../sequence.ts';

/**
 * How many people one request may bring, as `{ dry_run, people }`. All of it is done or nothing; a dry run only tells what
 * would be done.
 */
export const mostPeople = 500;

/**
 * Somebody to be added or changed: found by the address. What is absent stays as it is, or gets the API's defaults.
 * The role counts only for who is added (3, Other, where nothing is said): an import makes nobody an administrator of
 * somebody who is there, and takes it from nobody.
 */
export const ImportedPerson = NewHire.pick({
  first_name: true,
  last_name: true,
  email: true,
  phone: true,
  position: true,
  language: true,
  timezone: true,
}).extend({ role: NewHire.shape.role.optional() });
export type ImportedPerson = z.infer<typeof ImportedPerson>;

/** What came of an import, or would come of it: ids are null in a dry run. `fields` are the API's names of them. */
export const PeopleImported = z.object({
  added: z.array(z.object({ id: z.int().nullable(), email: z.string() })),
  changed: z.array(z.object({ id: z.int(), email: z.string(), fields: z.array(z.string()) })),
  unchanged: z.int(),
});
export type PeopleImported = z.infer<typeof PeopleImported>;

/**
 * A change of somebody who starts or leaves: a start day, which the open onboarding tasks follow, or the open tasks of a
 * kind cancelled because it was called off; with an offboarding the last day goes too. Onboarding tasks that were
 * cancelled come back with a start day, unless an offboarding stands, and with the end of that offboarding unless the
 * start was cancelled. Repeating a change does nothing more.
 */
export const PersonChange = z.strictObject({
  user: z.int(),
  start_day: Day.optional(),
  drop_open: SequenceKind.optional(),
});
export type PersonChange = z.infer<typeof PersonChange>;
