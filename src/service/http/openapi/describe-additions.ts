import { taskQueryFields } from '../../tasks/task-query.ts';
import { endpoints } from '../endpoints.ts';
import type { schemas } from '../schemas.ts';
import { change, content, list, query, reference, write } from './operations.ts';

/** Describes the endpoints beyond the specification, as OpenAPI paths. */
export function describeAdditions(): Record<string, object> {
  const { people, person, fullSequences, newSequence, sequence, starters, tasks, task } = endpoints;
  const changed = answer('The sequence as it is now', 'FullSequence');
  const made = answer('The new sequence', 'FullSequence');
  return {
    [people.path]: {
      post: change(people, 'PeopleImport', {
        200: answer('What was done, or would be done in a dry run', 'PeopleImported'),
      }),
    },
    [person.path]: {
      post: change(person, 'PersonChange', { 200: answer('The person’s days', 'ChangedPerson') }),
    },
    [fullSequences.path]: { get: list(fullSequences, 'FullSequence') },
    [newSequence.path]: { post: write(newSequence, 'NewSequence', { 201: made }) },
    [sequence.path]: { post: change(sequence, 'SequenceChange', { 200: changed }) },
    [starters.path]: { get: list(starters, 'Starter', 'All of them') },
    [tasks.path]: { get: query(tasks, taskQueryFields, { 200: answer('A page of tasks', 'TaskPage') }) },
    [task.path]: { post: change(task, 'TaskChange', { 200: answer('The task as it is now', 'Task') }) },
  };
}

function answer(description: string, body: keyof typeof schemas) {
  return { description, ...content(reference(body)) };
}
