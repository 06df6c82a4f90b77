import { z } from 'zod';
import { Day } from './new-hire.ts';
import { listOf } from './sequence.ts';

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
