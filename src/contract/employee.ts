import { z } from 'zod';
import { Day, NewHire } from './new-hire.ts';
import { listOf, SequenceKind } from './sequence.ts';

/** An entry of `GET /api/employees/` (specification 2.3). Only `id` is guaranteed; other fields are optional. */
export const Employee = z.object({
  id: z.int(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  role: z.int().nullish().catch(null),
});
export type Employee = z.infer<typeof Employee>;

export const EmployeeList = listOf(Employee);

/** Roles of specification 2.2; the list is announced as likely to change. */
export const roles = [
  { value: 0, label: 'New hire' },
  { value: 1, label: 'Administrator' },
  { value: 2, label: 'Manager' },
  { value: 3, label: 'Other' },
] as const satisfies readonly { value: number; label: string }[];

export const Role = z.literal(roles.map((role) => role.value));
export type Role = z.infer<typeof Role>;

export function roleLabel(value: number): string {
  return roles.find((role) => role.value === value)?.label ?? `Role ${value}`;
}

/** Request to start an offboarding (specification 2.5). The answer's body isn't specified and not read. */
export const Offboarding = z.strictObject({
  user: z.int(),
  termination_date: Day,
  sequences: z.array(z.int()),
});
export type Offboarding = z.infer<typeof Offboarding>;

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
