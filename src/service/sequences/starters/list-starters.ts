import type { Starter } from '../../../contract/additions/sequences.ts';
import type { Queries } from '../../storage/tables.ts';
import { starterSequences } from './starters.ts';

/** Lists starter sequences, each with the id of the stored one that has its name and kind. */
export async function listStarters(queries: Queries): Promise<Starter[]> {
  const rows = await queries
    .selectFrom('sequences')
    .select(['id', 'name', 'kind'])
    .where(
      'name',
      'in',
      starterSequences.map(({ name }) => name),
    )
    .orderBy('id')
    .execute();
  return starterSequences.map((starter) => {
    const found = rows.find(({ name, kind }) => name === starter.name && kind === starter.kind);
    return { ...starter, added: found?.id ?? null };
  });
}
