import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Foretold } from '../../../plan/foretell.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { ForetoldAbout, foretoldTask, newcomer } from '../../../tasks/rehearse-tasks.ts';
import { say } from '../messages.ts';
import { rehearsal } from '../task.ts';
import { taskMessage } from './task-message.ts';

/**
 * An existing task's message, for a rehearsal.
 * @param name of the assignee
 * @param why HR gets it instead
 * @param due when it is sent
 */
export function foretoldMoment(
  task: Task,
  { line, name, why, due }: { line: string; name: string; why: string | undefined; due: Date },
): Foretold {
  const isTheirOwn = task.assignee === task.person;
  const { text, owner, person_name, kind, sequence, due_day, due_at, timezone } = task;
  const about = {
    ...{ text, owner, person_name, kind, sequence, due_day, due_at, timezone, name, why },
    ...{ day: task.day, assignee: isTheirOwn ? newcomer : task.assignee },
  };
  const address = { purpose: foretoldTask, recipient: { hr: true as const } };
  return { line, at: due.getTime(), messages: [{ ...address, name: foretoldTask, about, due }] };
}

const noTask = {
  id: 0,
  version: 0,
  person: newcomer,
  person_email: '',
  note: null,
  done_at: null,
  done_by: null,
};

/** Preview of a task's message for a rehearsal. Its buttons do nothing. */
export const foretoldTaskMessage = defineMessage({
  name: foretoldTask,
  label: () => say().labels.due,
  about: ForetoldAbout,
  build({ name, why, ...rest }, { now }) {
    const task: Task = { ...noTask, ...rest };
    const about = { service: rehearsal, task: task.id, due: task.due_day, assignee: task.assignee, why };
    return taskMessage({ about, task, now, nameOf: () => name });
  },
});
