import type { Employee } from '../../../contract/employee.ts';

export interface Person {
  id: number;
  /** First and last name, or else the address or id. */
  name: string;
  /** In lower case; empty if the service has none. */
  email: string;
  role: number | null;
  /** Length of the first name within `name`; absent without a name. */
  given?: number;
}

export function toPerson({ id, first_name, last_name, email, role }: Employee): Person {
  const address = (email ?? '').trim().toLowerCase();
  const name = `${first_name ?? ''} ${last_name ?? ''}`.trim();
  return {
    id,
    name: name || address || `Employee ${id}`,
    email: address,
    role: role ?? null,
    ...(name !== '' && { given: (first_name ?? '').trimStart().length }),
  };
}

/** First and last name, either may be empty; undefined if the service has none. */
export function namesOf({ name, given }: Person): { first: string; last: string } | undefined {
  return given === undefined
    ? undefined
    : { first: name.slice(0, given).trim(), last: name.slice(given).trim() };
}

/**
 * Whether it is a program's account: no mail ever reaches an address under `.invalid` (RFC 2606). It can be found by
 * address, but isn't offered in menus or counted.
 */
export function isNobody({ email }: Pick<Person, 'email'>): boolean {
  return email.endsWith('.invalid');
}
