import { z } from 'zod';

/** Roles of specification 2.2; the list is announced as likely to change. */
export const roles = [
  { value: 0, label: 'New hire' },
  { value: 1, label: 'Administrator' },
  { value: 2, label: 'Manager' },
  { value: 3, label: 'Other' },
] as const satisfies readonly { value: number; label: string }[];

/** Roles that may be sent. Reading accepts any integer. */
export const Role = z.literal(roles.map((role) => role.value));
export type Role = z.infer<typeof Role>;

/** Name of a role; unknown values show as their number. */
export function roleLabel(value: number): string {
  return roles.find((role) => role.value === value)?.label ?? `Role ${value}`;
}
