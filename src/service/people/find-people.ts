import { kindOf } from '../../database/json-rows.ts';
import type { Problem } from '../refusal.ts';
import { isId, type Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';

export const administrator = 1;

/** Id of a person in a request, or nobody. */
type Id = number | null | undefined;

/** Roles of people by their ids. Within a transaction, they can't be removed until it ends. */
export async function findPeople(queries: Queries, ids: readonly Id[]): Promise<Map<number, number>> {
  const possible = ids.flatMap((id) => id ?? []).filter(isId);
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

/** Errors of the fields that name somebody who isn't among the `known`. */
export function unknownPeople(known: ReadonlyMap<number, number>, named: Record<string, Id>): Problem {
  const unknown = Object.entries(named).filter(([, id]) => typeof id === 'number' && !known.has(id));
  return Object.fromEntries(unknown.map(([field, id]) => [field, [messages.unknownId(id)]]));
}
