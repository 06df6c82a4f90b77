import type { Task } from '../../../contract/additions/tasks.ts';
import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Changes } from '../../changes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { MenuDeps } from '../../menus.ts';
import type { ServiceAdditions } from '../../onboarding/additions.ts';
import type { RequestType, TypeOf } from '../../requests/define-request.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/open-view.ts';
import type { ConnectionStore } from '../../storage/connection.ts';
import type { Settings } from '../../storage/settings.ts';
import type { TaskDatabase, TaskStore } from '../../storage/tasks.ts';
import type { RecentTasks } from './lists/recent.ts';
import type { TaskAbout, TaskService } from './task.ts';

export interface TasksOptions extends MenuDeps {
  additions: Pick<ServiceAdditions, 'tasks' | 'changeTask' | 'has' | 'known'>;
  connection: Pick<ConnectionStore, 'current'>;
  requestTypes: readonly RequestType[];
  typeOf: TypeOf;
  ledger: Pick<
    Ledger,
    'find' | 'isMuted' | 'newestDone' | 'enqueue' | 'schedule' | 'sentAbout' | 'wantedSince' | 'withdraw'
  >;
  people: Pick<SlackPeople, 'byId'>;
  database: TaskDatabase;
  windows: WindowUpdates;
  changes: Changes;
  settings: () => Settings;
  clock: Clock;
  log: Log;
}

interface Lists {
  recent: RecentTasks;
  /** Updates the list in which a button was pressed; false if it was closed. */
  showAgain(args: ButtonArgs, said: string | undefined): Promise<boolean>;
}

export interface TaskServices extends TasksOptions {
  service: TaskService;
  taskStore: TaskStore;
  lists: Lists;
  behind: RequestBehind;
}

interface TaskMessage {
  message(address: Omit<NewMessage, 'name' | 'about' | 'requestId'>, about: TaskAbout): NewMessage;
}

export interface PressServices extends TaskServices {
  messages: { due: TaskMessage; update: TaskMessage };
}

interface Behind {
  request: Request;
  type: RequestType;
}

type RequestBehind = ReturnType<typeof createRequestBehind>;

/** Finds the latest request done for a task's person; undefined if Frontdesk didn't make one. */
export function createRequestBehind(types: readonly RequestType[], ledger: Pick<Ledger, 'newestDone'>) {
  return async ({ kind, person, person_email: email }: Task): Promise<Behind | undefined> => {
    const type = types.find(({ tasks }) => tasks?.kind === kind);
    const subject = type?.tasks?.subjectOf({ id: person, email }) ?? '';
    const request = type && subject !== '' ? await ledger.newestDone(type.kind, subject) : undefined;
    return type && request && { type, request };
  };
}
