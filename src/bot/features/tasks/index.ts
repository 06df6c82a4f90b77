import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import { offer, peopleMenu } from '../../menus.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { createTaskStore } from '../../storage/tasks/tasks.ts';
import type { TaskDeps, TasksOptions } from './deps.ts';
import { actions, views } from './ids.ts';
import { homePart, ownTasks, requestPart } from './lists/home.ts';
import { openList, showListAgain, turnList } from './lists/on-lists.ts';
import { createRecentTasks } from './lists/recent.ts';
import { defineTaskMessages } from './message/due.ts';
import { foretoldTaskMessage } from './message/foretold.ts';
import { defineOverdue } from './message/overdue.ts';
import { rehearseTasks, taskRehearsal } from './message/rehearsal.ts';
import { defineWaitingWindow } from './message/waiting-window.ts';
import { passOnForms } from './press/forms.ts';
import { onDone } from './press/on-done.ts';
import { openForm, receiveForm } from './press/on-forms.ts';
import { passingOn } from './press/pass-on.ts';
import { postponing } from './press/postpone.ts';
import { createRequestBehind } from './request-behind.ts';
import { createTaskService, isServiceTrouble } from './task-service.ts';
import { createWatch } from './watch/watch.ts';

/** Interval between looks for due tasks, in milliseconds; longer if a look takes long. */
const every = 5 * 60_000;
const timesAsLong = 30;

/** Tasks: messages on their due day, buttons to complete, postpone or pass them on, and lists. */
export function tasksFeature(options: TasksOptions): Feature {
  const { clock, log } = options;
  const service = createTaskService(options);
  const recent = createRecentTasks(options, service);
  const deps: TaskDeps = {
    ...options,
    service,
    taskStore: createTaskStore(options.database, clock.now),
    behind: createRequestBehind(options.requestTypes, options.ledger),
    lists: { recent, showAgain: (args, said) => showListAgain(args, said, deps) },
  };
  const messages = { ...defineTaskMessages(deps), window: defineWaitingWindow(deps) };
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
    listeners: [
      // Buddies and new hires may have no access to Frontdesk; each task checks permissions itself.
      on.action(actions.done, 'members', onDone('done', pressed)),
      on.action(actions.reopen, 'members', onDone('reopen', pressed)),
      on.action(actions.postpone, 'members', openForm(postponing(pressed), pressed)),
      on.action(actions.passOn, 'members', openForm(passingOn(pressed), pressed)),
      on.action(actions.list, 'members', openList(deps)),
      on.action(actions.more, 'members', turnList(deps)),
      on.view(views.postpone, 'members', receiveForm(postponing(pressed), pressed)),
      on.view(views.passOn, 'members', receiveForm(passingOn(pressed), pressed)),
      on.options(
        passOnForms().actionId('assignee'),
        'members',
        offer((query) => peopleMenu(deps, query)),
      ),
    ],
    messages: [
      messages.due,
      messages.update,
      messages.window,
      overdue,
      foretoldTaskMessage,
      taskRehearsal(deps),
    ],
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
