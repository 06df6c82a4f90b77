import type { Task } from '../../../../contract/additions/tasks.ts';
import { within } from '../../../../time/clock.ts';
import type { Feature, Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { isServiceTrouble } from '../../../onboarding/outage.ts';
import { say as sayPlan } from '../../../plan/messages.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { asRehearsal, mostRehearsed, rehearsedBy } from '../../../plan/rehearse.ts';
import { defineMessage, ofAnyKind } from '../../../requests/define-message.ts';
import { employeeOf } from '../../../requests/employees.ts';
import { escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { toldAt } from '../../../tasks/when.ts';
import { isHandedTo } from '../access.ts';
import { lineOf } from '../lists/list-window.ts';
import { type Asked, askedOf } from '../lists/scope.ts';
import { say as sayTasks } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { aboutOf, namesIn, rehearsal, TaskRef } from '../task.ts';
import { taskMessage } from './task-message.ts';

/** How long to wait for the service after a press, in milliseconds. */
const patience = 2_000;

export function taskRehearsal(deps: TaskServices) {
  return defineMessage({
    name: 'task.rehearsal',
    label: () => sayPlan().rehearsal.label,
    about: TaskRef,
    is: ofAnyKind,
    async build({ service, task: id }, context) {
      if (service !== deps.service.name()) return undefined;
      const task = await deps.service.find(id);
      if (!task || !isToCome(task, deps)) return undefined;
      const line = escapeMrkdwn(lineOf(task, { withNames: true }, deps));
      const why = (await isKeptFrom(task, context.request, deps)) ? 'confidential' : undefined;
      const about = { ...aboutOf(task, rehearsal), why };
      const now = toldAt(task, rulesOf(deps.settings()));
      return asRehearsal(line, taskMessage({ task, about, now, nameOf: namesIn(deps) }));
    },
  });
}

function isToCome(task: Task, { settings, clock }: TaskServices): boolean {
  return task.done_at === null && toldAt(task, rulesOf(settings())) > clock.now();
}

/**
 * Whether HR gets an offboarding task's message because its assignee may not know about the departure. See `mayRead`.
 */
async function isKeptFrom(task: Task, { requester }: Request, deps: TaskServices): Promise<boolean> {
  const { kind, assignee, person } = task;
  if (kind === 'onboarding' || assignee === null) return false;
  if (await isHandedTo(task, assignee, deps)) return false;
  return assignee === person || (await employeeOf(requester, deps)) !== assignee;
}

export function rehearseTasks(deps: TaskServices): NonNullable<Feature['rehearse']> {
  const message = taskRehearsal(deps);
  return {
    async isComing(request, viewer) {
      const list = await listOf(request, viewer, deps);
      const recent = list && (await deps.lists.recent.page(list.query));
      return (
        typeof recent === 'object' && list !== undefined && comingIn(recent.tasks, list, deps).length > 0
      );
    },
    async send(request, viewer, window) {
      const tasks = await comingOf(request, viewer, deps);
      if (tasks === 'unknown') return { count: 0, but: [sayTasks().lists.unknown] };
      const shown = tasks.slice(0, mostRehearsed);
      for (const task of shown) {
        const to = rehearsedBy(viewer.userId, window, `task ${task.id}`);
        const about = { service: deps.service.name(), task: task.id };
        await deps.ledger.enqueue(message.message({ ...to, requestId: request.id }, about));
      }
      return { count: shown.length, but: cutOf(shown.length, tasks.length) };
    },
  };
}

function cutOf(shown: number, all: number): string[] {
  return all > shown ? [sayPlan().rehearsal.tooMany(shown, all)] : [];
}

/** Undefined if no messages can follow, or the viewer may not see the list. */
async function listOf(request: Request, viewer: Viewer, deps: TaskServices) {
  if (request.calledOffAt !== null || !(await deps.lists.recent.isOffered())) return undefined;
  return askedOf({ of: 'request', id: request.id }, viewer, deps);
}

function comingIn(tasks: readonly Task[], { isShown }: Pick<Asked, 'isShown'>, deps: TaskServices): Task[] {
  return tasks.filter((task) => isShown(task) && isToCome(task, deps));
}

async function comingOf(request: Request, viewer: Viewer, deps: TaskServices): Promise<Task[] | 'unknown'> {
  const list = await listOf(request, viewer, deps);
  if (!list) return [];
  const asked = deps.service.page({ ...list.query, state: 'open' }).catch((error: unknown) => {
    if (isServiceTrouble(error)) return undefined;
    throw error;
  });
  const page = await within(deps.clock, patience, asked);
  return page ? comingIn(page.tasks, list, deps) : 'unknown';
}
