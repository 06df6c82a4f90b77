import type { Starter } from '../../../contract/additions/sequences.ts';
import type { Queries } from '../../storage/tables.ts';
import { starterSequences } from './starters.ts';

/** Sequences to begin with, each with the id of the one that has its name and kind already. */
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
