import { roles } from '../../../../contract/role.ts';
import { type Entry, option } from '../../../slack/views/inputs.ts';
import type { Offered } from './offered.ts';

/** A role as the form offers it. */
export interface OfferedRole {
  value: number;
  label: string;
  /** Whether somebody with it can do more in the service than a new hire, as far as is known here. */
  givesRights: boolean;
}

const known: readonly OfferedRole[] = roles.map((role) => ({
  ...role,
  givesRights: role.value === 1 || role.value === 2,
}));

/**
 * The roles that the service says it takes, else those of the specification. One that the specification does not
 * know is offered like the others, and asks for confirmation, since nobody can say here what it gives.
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

/** They as the entries of the form's menu. */
export function roleOptions({ snapshot }: Offered): Entry[] {
  const roles = offeredRoles(snapshot?.description.roles);
  return roles.map(({ label, value }) => option(label, String(value)));
}
