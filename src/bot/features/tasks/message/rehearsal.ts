import type { Task } from '../../../../contract/additions/tasks.ts';
import type { Viewer } from '../../../feature.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { rulesOf } from '../../../plan/plan.ts';
import { toldAt } from '../../../plan/task-times.ts';
import type { PreviewedTask } from '../../../preview/tasks.ts';
import { employeeOf } from '../../../requests/employees.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { isHandedTo } from '../access.ts';
import { askedOf } from '../lists/scope.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';
import { namesIn } from '../task.ts';

/**
 * Tasks of a finished request whose messages are still to come; `unknown` if the service can't be asked now. None for
 * a viewer who may not see the list.
 */
export async function comingTasks(
  request: Request,
  viewer: Viewer,
  deps: TaskServices,
): Promise<Task[] | 'unknown'> {
  const { recent } = deps.lists;
  if (request.calledOffAt !== null || !(await recent.isOffered())) return [];
  const asked = await askedOf({ of: 'request', id: request.id }, viewer, deps);
  const page = asked && (await recent.page(asked.query));
  if (!asked || !page) return [];
  if (typeof page === 'string') return 'unknown';
  return page.tasks.filter((task) => asked.isShown(task) && isToCome(task, deps));
}

/** Adds to tasks of a request who gets their messages. */
export async function withOwners(
  tasks: readonly Task[],
  { requester }: Request,
  deps: TaskServices,
): Promise<PreviewedTask[]> {
  const own = await employeeOf(requester, deps).catch(() => undefined);
  return Promise.all(tasks.map((task) => previewed(task, own, deps)));
}

function isToCome(task: Task, { settings, clock }: TaskServices): boolean {
  return task.done_at === null && toldAt(task, rulesOf(settings())) > clock.now();
}

async function previewed(task: Task, own: number | undefined, deps: TaskServices): Promise<PreviewedTask> {
  const { assignee } = task;
  const name = assignee === null ? say().lists.hr : namesIn(deps)(assignee);
  const owner = { reader: escapeMrkdwn(cut(name, 80)), assignee, name };
  const isKept = await isKeptFrom(task, own, deps);
  return {
    task,
    told: toldAt(task, rulesOf(deps.settings())),
    owner: isKept ? { ...owner, why: 'confidential' } : owner,
  };
}

/**
 * Whether HR gets an offboarding task's message because its assignee may not know about the departure. See `mayRead`.
 * @param own employee id of the requester
 */
async function isKeptFrom(task: Task, own: number | undefined, deps: TaskServices): Promise<boolean> {
  const { kind, assignee, person } = task;
  if (kind === 'onboarding' || assignee === null) return false;
  if (await isHandedTo(task, assignee, deps)) return false;
  return assignee === person || own !== assignee;
}
