import type { Task } from '../../../contract/task.ts';
import type { Bot } from '../../bot.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import type { TaskStore } from '../../storage/tasks.ts';
import type { RecentTasks } from './lists/recent.ts';
import type { TaskAbout, TaskService } from './task.ts';

export interface TaskServices extends Bot {
  service: TaskService;
  taskStore: TaskStore;
  lists: {
    recent: RecentTasks;
    /** Updates the list in which a button was pressed; false if it was closed. */
    showAgain(args: ButtonArgs, said: string | undefined): Promise<boolean>;
  };
  behind: RequestBehind;
}

interface TaskMessage {
  message(address: Omit<NewMessage, 'name' | 'about' | 'requestId'>, about: TaskAbout): NewMessage;
}

export interface PressServices extends TaskServices {
  messages: { due: TaskMessage; update: TaskMessage };
}

type RequestBehind = ReturnType<typeof createRequestBehind>;

/** Finds the latest request done for a task's person; undefined if Frontdesk didn't make one. */
export function createRequestBehind({ requestTypes, ledger }: Bot) {
  return async ({ kind, person, person_email: email }: Task) => {
    const type = requestTypes.find(({ tasks }) => tasks?.kind === kind);
    const subject = type?.tasks?.subjectOf({ id: person, email }) ?? '';
    const request = type && subject !== '' ? await ledger.newestDone(type.kind, subject) : undefined;
    return type && request && { type, request };
  };
}
