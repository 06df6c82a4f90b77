import { z } from 'zod';
import { Day, NewHire } from '../new-hire.ts';
import { SequenceKind } from '../sequence.ts';

/** Most people per request. A request is applied as a whole or not at all; a dry run only reports what would change. */
export const mostPeople = 500;

/**
 * Matched by email address. Absent fields keep their value. The role applies only to added people (default 3,
 * Other): an import never makes an existing person an administrator.
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

/** Result of an import or dry run; ids are null in a dry run. `fields` are the API's field names. */
export const PeopleImported = z.object({
  added: z.array(z.object({ id: z.int().nullable(), email: z.string() })),
  changed: z.array(z.object({ id: z.int(), email: z.string(), fields: z.array(z.string()) })),
  unchanged: z.int(),
});
export type PeopleImported = z.infer<typeof PeopleImported>;

/**
 * Change for a person who starts or leaves. `start_day` moves the start, and open onboarding tasks follow. `manager`
 * and `buddy` (null: nobody) get the open tasks of their predecessor, except those passed on to somebody.
 * `drop_open` cancels the open tasks of a kind; for an offboarding it also removes the last day. Cancelled onboarding
 * tasks are restored by a new start day, unless an offboarding is active, and by cancelling that offboarding, unless
 * the start was cancelled. Idempotent.
 */
export const PersonChange = z.strictObject({
  user: z.int(),
  start_day: Day.optional(),
  manager: z.int().nullable().optional(),
  buddy: z.int().nullable().optional(),
  drop_open: SequenceKind.optional(),
});
export type PersonChange = z.infer<typeof PersonChange>;
