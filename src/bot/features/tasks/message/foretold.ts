import type { Task } from '../../../../contract/additions/tasks.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { ForetoldAbout, foretoldTask, newcomer } from '../../../tasks/rehearse-tasks.ts';
import { rehearsal } from '../ids.ts';
import { words } from '../words.ts';
import { taskMessage } from './task-message.ts';

/** There is none yet. */
const noTask = {
  id: 0,
  version: 0,
  person: newcomer,
  person_email: '',
  note: null,
  done_at: null,
  done_by: null,
};

/** A task as it will come, to somebody who rehearses what a form will bring about. Its buttons do nothing. */
export const foretoldTaskMessage = defineMessage({
  name: foretoldTask,
  label: (language) => words[language].labels.due,
  about: ForetoldAbout,
  build({ name, why, ...rest }, { language, now }) {
    const task: Task = { ...noTask, ...rest };
    const about = { service: rehearsal, task: task.id, due: task.due_day, assignee: task.assignee, why };
    return taskMessage({ about, task, now, nameOf: () => name }, language);
  },
});
