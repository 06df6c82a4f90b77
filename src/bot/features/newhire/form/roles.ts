import { roles } from '../../../../contract/employee.ts';
import { type Entry, option } from '../../../slack/views/inputs.ts';
import type { Offered } from './offered.ts';

export interface OfferedRole {
  value: number;
  label: string;
  /** Whether the role is known, or has to be assumed, to give more rights than a new hire's. */
  givesRights: boolean;
}

const known: readonly OfferedRole[] = roles.map((role) => ({
  ...role,
  givesRights: role.value === 1 || role.value === 2,
}));

/**
 * Roles the service lists, else those of the specification. A role the specification doesn't know needs confirmation,
 * since its rights are unknown.
 */
export function offeredRoles(
  described: readonly { value: string; label: string }[] | undefined,
): readonly OfferedRole[] {
  const said = (described ?? []).filter(({ value }) => /^\d+$/.test(value));
  if (said.length === 0) return known;
  return said.slice(0, 100).map(({ value, label }) => {
    const role = known.find((one) => one.value === Number(value));
    return role ?? { value: Number(value), label, givesRights: true };
  });
}

/** The roles as menu entries. */
export function roleOptions({ snapshot }: Offered): Entry[] {
  const roles = offeredRoles(snapshot?.description.roles);
  return roles.map(({ label, value }) => option(label, String(value)));
}
