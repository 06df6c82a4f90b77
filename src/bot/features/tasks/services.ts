import type { Task } from '../../../contract/task.ts';
import type { Bot } from '../../bot.ts';
import type { TaskStore } from '../../storage/tasks.ts';
import type { RecentTasks } from './lists/recent.ts';
import type { TaskService } from './task.ts';

export interface TaskServices extends Bot {
  service: TaskService;
  taskStore: TaskStore;
  recent: RecentTasks;
  behind: ReturnType<typeof createRequestBehind>;
}

/** Finds the latest request done for a task's person; undefined if Frontdesk didn't make one. */
export function createRequestBehind({ requestTypes, ledger }: Bot) {
  return async ({ kind, person, person_email: email }: Task) => {
    const type = requestTypes.find(({ tasks }) => tasks?.kind === kind);
    const subject = type?.tasks?.subjectOf({ id: person, email }) ?? '';
    const request = type && subject !== '' ? await ledger.newestDone(type.kind, subject) : undefined;
    return type && request && { type, request };
  };
}
