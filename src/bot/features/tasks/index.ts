import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import { createTaskStore } from '../../storage/tasks.ts';
import { homePart, ownTasks, requestPart } from './lists/home.ts';
import { listWindow } from './lists/list-window.ts';
import { createRecentTasks } from './lists/recent.ts';
import { defineTaskMessages } from './message/due.ts';
import { defineOverdue } from './message/overdue.ts';
import { rehearseTasks, taskRehearsal } from './message/rehearsal.ts';
import { foretoldTaskMessage } from './message/task-message.ts';
import { done, reopen } from './press/done.ts';
import { passOnWindow } from './press/pass-on.ts';
import { postponeWindow } from './press/postpone.ts';
import { createRequestBehind, type TaskServices, type TasksOptions } from './services.ts';
import { createTaskService, isServiceTrouble } from './task.ts';
import { createWatch } from './watch.ts';

/** Interval between looks for due tasks, in milliseconds; longer if a look takes long. */
const every = 5 * 60_000;
const timesAsLong = 30;

/** Tasks: messages on their due day, buttons to complete, postpone or pass them on, and lists. */
export function tasksFeature(options: TasksOptions): Feature {
  const { clock, log } = options;
  const service = createTaskService(options);
  const recent = createRecentTasks(options, service);
  const deps: TaskServices = {
    ...options,
    service,
    taskStore: createTaskStore(options.database, clock.now),
    behind: createRequestBehind(options.requestTypes, options.ledger),
    lists: { recent, showAgain: (args, said) => listWindow.showAgain(args, deps, said) },
  };
  const messages = defineTaskMessages(deps);
  const overdue = defineOverdue(deps);
  const pressed = { ...deps, messages };
  const watch = createWatch(deps, { due: messages.due, overdue });
  let took = 0;
  let looking: Repeating | undefined;

  async function turn(stopping: AbortSignal): Promise<void> {
    const began = performance.now();
    await watch.look(stopping).finally(() => {
      took = performance.now() - began;
    });
  }

  function onError(err: unknown): void {
    if (isServiceTrouble(err)) log.warn({ err }, 'the service cannot be asked which tasks fall due');
    else log.error({ err }, 'it cannot be looked which tasks fall due');
  }

  return {
    // Buddies and new hires may have no access to Frontdesk; each task checks permissions itself.
    listeners: [
      ...[done, reopen].map((button) => button.listener(pressed)),
      ...[postponeWindow, passOnWindow].flatMap((window) => window.listeners(pressed)),
      ...listWindow.listeners(deps),
    ],
    messages: [messages.due, messages.update, overdue, foretoldTaskMessage, taskRehearsal(deps)],
    rehearse: rehearseTasks(deps),
    home: (viewer) => homePart(viewer, deps),
    memberHome: (viewer) => ownTasks(viewer, deps),
    requestPage: (request) => requestPart(request, deps),
    async begin() {
      looking = repeat({ clock, every: () => Math.max(every, timesAsLong * took), turn, onError });
    },
    async stop() {
      await looking?.stop();
    },
  };
}
