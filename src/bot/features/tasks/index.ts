import type { KnownBlock } from '@slack/types';
import type { Task } from '../../../contract/task.ts';
import { repeatLater } from '../../../time/clock.ts';
import type { Bot } from '../../bot.ts';
import type { Feature, RequestPart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { isServiceTrouble } from '../../onboarding/outage.ts';
import { employeeOf } from '../../requests/employees.ts';
import type { By } from '../../slack/button.ts';
import { header, paragraph, row } from '../../slack/views/blocks.ts';
import { createTaskStore } from '../../storage/tasks.ts';
import { listButton, listWindow, taskRows } from './lists/list-window.ts';
import { createRecentTasks, notShown } from './lists/recent.ts';
import { handled, overdueQuery, queryFor } from './lists/scope.ts';
import { dueMessage, overdueMessage, updateMessage } from './message/due.ts';
import { comingTasks, withOwners } from './message/task-message.ts';
import { say } from './messages.ts';
import { done, reopen } from './press/done.ts';
import { passOnWindow, postponeWindow } from './press/reassign-and-postpone.ts';
import { createRequestBehind, type TaskServices } from './services.ts';
import { createTaskService, isOverdue } from './task.ts';
import { createWatch } from './watch.ts';

const shown = 5;
const asked = 2 * shown;

/** The viewer's own open tasks, regardless of role. @throws errors from Slack's client or the database */
async function ownTasks(by: By<TaskServices>): Promise<KnownBlock[]> {
  if (!(await by.recent.isOffered())) return [];
  const employee = await employeeOf(by.viewer.userId, by);
  if (employee === undefined) return [];
  const { lists, buttons } = say();
  const recent = await by.recent.page({ assignee: employee, state: 'open', limit: asked });
  if (typeof recent === 'string') return [header(lists.own), paragraph(notShown(recent))];
  const first = await handled(recent.tasks, by);
  const page = first.slice(0, shown);
  if (page.length === 0) return [];
  const rows = { handled: new Set(page), withNames: false };
  const isAll = recent.total <= page.length;
  return [
    header(lists.own),
    ...taskRows(page, rows, by),
    ...(isAll ? [] : row(listButton({ of: 'own' }, buttons.all))),
  ];
}

/** The number of overdue tasks, for HR. */
async function overdueBlocks(deps: TaskServices): Promise<KnownBlock[]> {
  if (!(await deps.recent.isOffered())) return [];
  const recent = await deps.recent.page({ ...overdueQuery(deps), limit: 1 });
  if (typeof recent === 'string' || recent.total === 0) return [];
  const { lists, buttons } = say();
  return [
    paragraph(lists.overdueOfAll(recent.total)),
    ...row(listButton({ of: 'overdue' }, buttons.allOverdue)),
  ];
}

async function requestPart(request: Request, deps: TaskServices): Promise<RequestPart> {
  const query = queryFor(request, deps);
  if (!query || !(await deps.recent.isOffered())) return {};
  const { lists, buttons } = say();
  const recent = await deps.recent.page(query);
  if (typeof recent === 'string') return { lines: [notShown(recent)] };
  const kind = deps.typeOf(request).tasks?.kind;
  const tasks = recent.tasks.filter((task) => task.kind === kind);
  if (tasks.length === 0) return {};
  const open = tasks.filter(({ done_at }) => done_at === null);
  const late = open.filter((task) => isOverdue(task, deps.clock.now())).length;
  return {
    lines: [lists.counts(open.length, late, tasks.length - open.length)],
    buttons: [listButton({ of: 'request', id: request.id }, buttons.ofPerson)],
  };
}

/** Interval between looks for due tasks, in milliseconds; longer if a look takes long. */
const every = 5 * 60_000;
const timesAsLong = 30;

/** Tasks: messages on their due day, buttons to complete, postpone or pass them on, and lists. */
export function tasksFeature(options: Bot) {
  const { clock, log } = options;
  const service = createTaskService(options);
  const deps: TaskServices = {
    ...options,
    service,
    taskStore: createTaskStore(options.database, clock.now),
    behind: createRequestBehind(options),
    recent: createRecentTasks(options, service),
  };
  const look = createWatch(deps);
  let took = 0;

  async function turn(stopping: AbortSignal): Promise<void> {
    const began = performance.now();
    await look(stopping).finally(() => {
      took = performance.now() - began;
    });
  }

  function onError(err: unknown): void {
    if (isServiceTrouble(err)) log.warn({ err }, 'the service cannot be asked which tasks fall due');
    else log.error({ err }, 'it cannot be looked which tasks fall due');
  }

  const interval = () => Math.max(every, timesAsLong * took);
  const { begin, stop } = repeatLater({ clock, every: interval, turn, onError });

  return {
    // Buddies and new hires may have no access to Frontdesk; each task checks permissions itself.
    listeners: [
      ...[done, reopen].map((button) => button.listener(deps)),
      ...[postponeWindow, passOnWindow, listWindow].flatMap((window) => window.listeners(deps)),
    ],
    messages: [dueMessage, updateMessage, overdueMessage].map((message) => message.with(deps)),
    coming: {
      of: (request: Request, viewer: Viewer) => comingTasks(request, { ...deps, viewer }),
      withOwners: (tasks: readonly Task[], request: Request) => withOwners(tasks, request, deps),
    },
    async home(viewer: Viewer) {
      const own = await ownTasks({ ...deps, viewer });
      return { tasks: [...own, ...(viewer.role === 'hr' ? await overdueBlocks(deps) : [])] };
    },
    memberHome: (viewer: Viewer) => ownTasks({ ...deps, viewer }),
    personPage: (request: Request) => requestPart(request, deps),
    begin,
    stop,
  } satisfies Feature & { coming: unknown };
}
