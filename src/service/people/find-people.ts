import { isId, type Queries } from '../storage/tables.ts';

/** The role that may use the API, and whose people the API does not offboard. */
export const administrator = 1;

/** Whether somebody has the address. @param email in lower case */
export async function isAddressTaken(queries: Queries, email: string): Promise<boolean> {
  const found = await queries.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst();
  return found !== undefined;
}

/** Those of the ids that belong to somebody, each with the role. */
export async function findPeople(queries: Queries, ids: number[]): Promise<Map<number, number>> {
  const possible = ids.filter(isId);
  if (possible.length === 0) return new Map();
  const rows = await queries
    .selectFrom('people')
    .select(['id', 'role'])
    .where('id', 'in', possible)
    .execute();
  return new Map(rows.map(({ id, role }) => [id, role]));
}
