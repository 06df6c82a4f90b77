import { kindOf } from '../../database/json-rows.ts';
import { isId, type Queries } from '../storage/tables.ts';

export const administrator = 1;

/** Roles of people by their ids. Within a transaction, they can't be removed until it ends. */
export async function findPeople(queries: Queries, ids: number[]): Promise<Map<number, number>> {
  const possible = ids.filter(isId);
  if (possible.length === 0) return new Map();
  const rows = await queries
    .selectFrom('people')
    .select(['id', 'role'])
    .where('id', 'in', possible)
    .orderBy('id')
    .$if(queries.isTransaction && kindOf(queries) === 'postgres', (query) => query.forKeyShare())
    .execute();
  return new Map(rows.map(({ id, role }) => [id, role]));
}
