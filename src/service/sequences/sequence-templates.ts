import type { Selectable } from 'kysely';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Versions } from '../storage/list-versions.ts';
import { chunks, type Db, isId, type Queries, type SequenceTaskRow } from '../storage/tables.ts';
import { versionedCache } from '../storage/versioned-cache.ts';

/** A sequence with the tasks that assigning it makes. */
export interface Template {
  id: number;
  kind: SequenceKind;
  version: number;
  /** Nobody gets it anew; who has it already keeps it. */
  isArchived: boolean;
  tasks: Selectable<SequenceTaskRow>[];
}

/** Looks sequences up. Null when one is unknown or repeats: what the API asks of a list of sequences. */
export type TemplateLookup = (ids: number[], versions: Versions) => Promise<Template[] | null>;

/** How many sequences are kept: those in use are a few dozen. */
const maxKept = 1_000;

/** Sequences by id, kept in memory while the list's version in the database is the same. */
export function templateLookup(db: Db): TemplateLookup {
  const templatesOf = versionedCache<number, Template>(maxKept);
  return async (ids, { sequences: version }) => {
    if (new Set(ids).size !== ids.length || !ids.every(isId)) return null;
    const kept = templatesOf(version);
    const known = ids.flatMap((id) => kept.get(id) ?? []);
    const missing = ids.filter((id) => !kept.has(id));
    const read = await readAll(db, missing);
    if (read === null) return null;
    for (const template of read) kept.set(template.id, template);
    const found = new Map([...known, ...read].map((template) => [template.id, template]));
    return ids.flatMap((id) => found.get(id) ?? []);
  };
}

/** @returns null as soon as one is missing: a body can name very many */
async function readAll(queries: Queries, ids: number[]): Promise<Template[] | null> {
  const all: Template[] = [];
  for (const chunk of chunks(ids)) {
    const read = await readTemplates(queries, chunk);
    if (read.length < chunk.length) return null;
    all.push(...read);
  }
  return all;
}

/** The sequences as they are in the database now; ids that belong to none are left out. */
export async function readTemplates(queries: Queries, ids: number[]): Promise<Template[]> {
  const rows = await queries
    .selectFrom('sequences')
    .select(['id', 'kind', 'version', 'archived'])
    .where('id', 'in', ids)
    .execute();
  const tasks = await queries
    .selectFrom('sequence_tasks')
    .selectAll()
    .where('sequence_id', 'in', ids)
    .where('retired_in', 'is', null)
    .orderBy('id')
    .execute();
  const bySequence = Map.groupBy(tasks, (task) => task.sequence_id);
  return rows.map(({ archived, ...row }) => ({
    ...row,
    isArchived: archived === 1,
    tasks: bySequence.get(row.id) ?? [],
  }));
}
