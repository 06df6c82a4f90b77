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
}

/** Makes a `Person` of what the service told, whatever is missing in it. */
export function toPerson({ id, first_name, last_name, email, role }: Employee): Person {
  const address = (email ?? '').trim().toLowerCase();
  const name = `${first_name ?? ''} ${last_name ?? ''}`.trim();
  return { id, name: name || address || `Employee ${id}`, email: address, role: role ?? null };
}
