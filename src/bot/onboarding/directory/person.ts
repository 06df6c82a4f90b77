import type { Employee } from '../../../contract/employee.ts';

/** An employee as menus and messages show them. */
export interface Person {
  id: number;
  /** First and last name; the address or the id where there is no name. */
  name: string;
  /** In lower case; empty where the service tells none. */
  email: string;
  /** As the service says it, or null. */
  role: number | null;
  /** How many characters of the name are the first one; absent where the service tells no name. */
  given?: number;
}

/** Makes a `Person` of what the service told, whatever is missing in it. */
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

/** First and last name, one of which may be empty; undefined where the service tells none. */
export function namesOf({ name, given }: Person): { first: string; last: string } | undefined {
  return given === undefined
    ? undefined
    : { first: name.slice(0, given).trim(), last: name.slice(given).trim() };
}

/**
 * Whether it is an account of a program, and nobody: no mail ever reaches an address under `.invalid` (RFC 2606). It is
 * found by its address as everybody is, but not offered in menus, and not counted.
 */
export function isNobody({ email }: Pick<Person, 'email'>): boolean {
  return email.endsWith('.invalid');
}
