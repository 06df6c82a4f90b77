import { z } from 'zod';

/**
 * The roles of specification 2.2, in one place because the list is announced as likely to change.
 * `grants` says in plain words what the role gives; null where it gives nothing that needs a second look.
 */
export const roles = [
  { value: 0, label: 'New hire', grants: null },
  {
    value: 1,
    label: 'Administrator',
    grants:
      'An administrator sees and changes everything in the onboarding service, everybody’s details included.',
  },
  {
    value: 2,
    label: 'Manager',
    grants: 'A manager can sign in to the onboarding service and follow the people assigned to them.',
  },
  {
    value: 3,
    label: 'Other',
    grants: 'The person gets no notifications, no tasks and no connection to the chat tool.',
  },
] as const satisfies readonly { value: number; label: string; grants: string | null }[];

/** A role that may be written. Reading tolerates any integer. */
export const Role = z.literal(roles.map((role) => role.value));
export type Role = z.infer<typeof Role>;

/** The role's name; an unknown value is shown as its number, never an error. */
export function roleLabel(value: number): string {
  return roles.find((role) => role.value === value)?.label ?? `Role ${value}`;
}
