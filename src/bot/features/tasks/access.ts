import type { Task } from '../../../contract/task.ts';
import { employeeOf } from '../../requests/employees.ts';
import type { By } from '../../slack/button.ts';
import type { TaskServices } from './services.ts';

/**
 * Whether a task may be about the viewer's own departure, which is kept from them. Also true if this process's
 * employee list knows neither the viewer nor the person leaving.
 */
export function mayBeOwnLeaving(
  { kind, person }: Pick<Task, 'kind' | 'person'>,
  self: number | undefined,
  { directory }: TaskServices,
): boolean {
  if (kind === 'onboarding') return false;
  return self === undefined ? !directory.current()?.people.has(person) : person === self;
}

/**
 * Onboarding: HR, the assignee, the manager and the requester. Offboarding: HR, the requester, and employees
 * who got the task from HR. People leaving see only tasks that HR passed on to them, regardless of role.
 */
export async function mayHandle(task: Task, by: By<TaskServices>): Promise<boolean> {
  const { userId, role } = by.viewer;
  const employee = await employeeOf(userId, by);
  if (mayBeOwnLeaving(task, employee, by)) return isHandedTo(task, employee, by);
  if (role === 'hr') return true;
  if (task.kind === 'offboarding') return knowsOfIt(task, { userId, employee }, by);
  if (employee !== undefined && employee === task.assignee) return true;
  const found = await by.behind(task);
  if (!found) return false;
  const { request, type } = found;
  const isManager = employee !== undefined && type.managerOf?.(request) === employee;
  return request.requester === userId || isManager;
}

async function knowsOfIt(
  task: Task,
  { userId, employee }: { userId: string; employee: number | undefined },
  deps: TaskServices,
): Promise<boolean> {
  if ((await deps.behind(task))?.request.requester === userId) return true;
  return isHandedTo(task, employee, deps);
}

/** Whether HR passed an offboarding task on to its current assignee. */
export async function isHandedTo(
  task: Task,
  employee: number | undefined,
  { taskStore, service }: TaskServices,
): Promise<boolean> {
  if (employee === undefined || employee !== task.assignee) return false;
  return (await taskStore.passTo(service.name(), task.id, employee))?.byHr === true;
}

/** Onboarding: always. Offboarding: only if they know about the departure. */
export async function mayRead(task: Task, target: string, deps: TaskServices): Promise<boolean> {
  if (task.kind === 'onboarding') return true;
  if (task.assignee === null) return false;
  if (task.assignee === task.person) return isHandedTo(task, task.assignee, deps);
  return knowsOfIt(task, { userId: target, employee: task.assignee }, deps);
}
