import type { Queries } from '../storage/tables.ts';
import type { Template } from './sequence-templates.ts';

/**
 * Finds the version of a sequence that a person has; undefined if it is the current one or the person has no open
 * tasks.
 */
type TemplateFor = (person: number, sequence: number) => Template | undefined;

/**
 * Finds earlier versions of changed sequences. People with open tasks keep their plan, even when their last day moves
 * after the change.
 * @param templates current versions of the sequences
 */
export async function earlierTemplates(
  queries: Queries,
  people: readonly number[],
  templates: readonly Template[],
): Promise<TemplateFor> {
  const changed = new Map(templates.filter(({ version }) => version > 1).map((each) => [each.id, each]));
  if (changed.size === 0) return () => undefined;
  const held = await heldBy(queries, people, [...changed.keys()]);
  const tasks = held.length === 0 ? [] : await everyTask(queries, [...changed.keys()]);
  const earlier = new Map(
    held.flatMap(({ person_id, sequence_id, version }): [string, Template][] => {
      const template = changed.get(sequence_id);
      if (!template || template.version === version) return [];
      const then = tasks.filter(
        (task) =>
          task.sequence_id === sequence_id &&
          task.added_in <= version &&
          (task.retired_in === null || task.retired_in > version),
      );
      return [[`${person_id} ${sequence_id}`, { ...template, version, tasks: then }]];
    }),
  );
  return (person, sequence) => earlier.get(`${person} ${sequence}`);
}

/** Version of each sequence that people with open tasks have. */
function heldBy(queries: Queries, people: readonly number[], sequences: readonly number[]) {
  return queries
    .selectFrom('assignments')
    .select(['assignments.person_id', 'assignments.sequence_id', 'version'])
    .where('person_id', 'in', people)
    .where('sequence_id', 'in', sequences)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('timeline_tasks')
          .select('timeline_tasks.id')
          .whereRef('timeline_tasks.person_id', '=', 'assignments.person_id')
          .whereRef('timeline_tasks.sequence_id', '=', 'assignments.sequence_id')
          .where('done_at', 'is', null),
      ),
    )
    .execute();
}

/** Includes retired tasks. */
function everyTask(queries: Queries, sequences: readonly number[]) {
  return queries
    .selectFrom('sequence_tasks')
    .selectAll()
    .where('sequence_id', 'in', sequences)
    .orderBy('id')
    .execute();
}
