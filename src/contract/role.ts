import { z } from 'zod';

/** The roles of specification 2.2, in one place because the list is announced as likely to change. */
export const roles = [
  { value: 0, label: 'New hire' },
  { value: 1, label: 'Administrator' },
  { value: 2, label: 'Manager' },
  { value: 3, label: 'Other' },
] as const satisfies readonly { value: number; label: string }[];

/** A role that may be written. Reading tolerates any integer. */
export const Role = z.literal(roles.map((role) => role.value));
export type Role = z.infer<typeof Role>;

/** The role's name; an unknown value is shown as its number, never an error. */
export function roleLabel(value: number): string {
  return roles.find((role) => role.value === value)?.label ?? `Role ${value}`;
}
