import type { Log } from '../../../log.ts';
import type { Clock } from '../../../time/clock.ts';
import type { Changes } from '../../changes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { MenuDeps } from '../../menus.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { RequestType, TypeOf } from '../../requests/define-request.ts';
import type { ButtonArgs } from '../../slack/incoming/args.ts';
import type { SlackPeople } from '../../slack/people/people.ts';
import type { WindowUpdates } from '../../slack/views/window-updates.ts';
import type { ConnectionStore } from '../../storage/connection.ts';
import type { Settings } from '../../storage/settings.ts';
import type { TaskDatabase, TaskStore } from '../../storage/tasks/tasks.ts';
import type { RecentTasks } from './lists/recent.ts';
import type { RequestBehind } from './request-behind.ts';
import type { TaskAbout } from './task.ts';
import type { TaskService } from './task-service.ts';

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
