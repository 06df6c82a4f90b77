import type { Kysely, Selectable } from 'kysely';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { Queries, SequenceTaskRow, Tables } from '../storage/tables.ts';
import { fitsInteger } from './sequences.ts';

/** A sequence with the tasks that assigning it makes. */
export interface Template {
  id: number;
  kind: SequenceKind;
  tasks: Selectable<SequenceTaskRow>[];
}

/** Looks sequences up. Null when one is unknown or repeats: what the API asks of a list of sequences. */
export type TemplateLookup = (ids: number[], versions: Versions) => Promise<Template[] | null>;

/** How many sequences are kept: those in use are a few dozen. */
const maxKept = 1_000;

/** Stays below the number of parameters that either database takes in one statement. */
const chunkSize = 500;

/** Sequences by id, kept in memory while the list's version in the database is the same. */
export function templateLookup(db: Kysely<Tables>): TemplateLookup {
  let kept = { version: -1, templates: new Map<number, Template>() };
  return async (ids, { sequences: version }) => {
    if (ids.length === 0) return [];
    if (new Set(ids).size !== ids.length || !ids.every(fitsInteger)) return null;
    if (kept.version !== version || kept.templates.size > maxKept) kept = { version, templates: new Map() };
    const { templates } = kept;
    if (!(await readMissing(db, templates, ids))) return null;
    return ids.map((id) => templates.get(id)).filter((template) => template !== undefined);
  };
}

/** Adds what is not kept yet. @returns whether every id is there now */
async function readMissing(
  queries: Queries,
  templates: Map<number, Template>,
  ids: number[],
): Promise<boolean> {
  const missing = ids.filter((id) => !templates.has(id));
  for (let start = 0; start < missing.length; start += chunkSize) {
    const chunk = missing.slice(start, start + chunkSize);
    const read = await readTemplates(queries, chunk);
    if (read.length < chunk.length) return false;
    for (const template of read) templates.set(template.id, template);
  }
  return true;
}

/** The sequences as they are in the database now; ids that belong to none are left out. */
export async function readTemplates(queries: Queries, ids: number[]): Promise<Template[]> {
  const rows = await queries.selectFrom('sequences').select(['id', 'kind']).where('id', 'in', ids).execute();
  const tasks = await queries
    .selectFrom('sequence_tasks')
    .selectAll()
    .where('sequence_id', 'in', ids)
    .orderBy('id')
    .execute();
  const bySequence = Map.groupBy(tasks, (task) => task.sequence_id);
  return rows.map(({ id, kind }) => ({ id, kind, tasks: bySequence.get(id) ?? [] }));
}
