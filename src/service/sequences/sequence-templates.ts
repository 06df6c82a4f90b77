import type { Selectable } from 'kysely';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Versions } from '../storage/list-versions.ts';
import { chunks, type Db, isId, type Queries, type SequenceTaskRow } from '../storage/tables.ts';
import { versionedCache } from '../storage/versioned-cache.ts';

/** A sequence with the tasks that assigning it creates. */
export interface Template {
  id: number;
  kind: SequenceKind;
  version: number;
  /** No longer assigned; people who have it keep it. */
  isArchived: boolean;
  tasks: Selectable<SequenceTaskRow>[];
}

/** Looks sequences up. Null when one is unknown or repeated, both of which the API refuses. */
export type TemplateLookup = (ids: number[], versions: Versions) => Promise<Template[] | null>;

/** Cache limit; a few dozen sequences are in use. */
const maxKept = 1_000;

/** Caches sequences by id while the list's version in the database is unchanged. */
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

/** Reads the current sequences from the database; unknown ids are left out. */
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
