import type { Task } from '../../../contract/additions/tasks.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { employeeOf } from '../../requests/employees.ts';
import type { TaskServices } from './services.ts';

type AccessDeps = Pick<TaskServices, 'people' | 'directory' | 'behind' | 'taskStore' | 'service'>;

/**
 * Whether a task may be about the viewer's own departure, which is kept from them. Also true if this process's
 * employee list knows neither the viewer nor the person leaving.
 */
export function mayBeOwnLeaving(
  { kind, person }: Pick<Task, 'kind' | 'person'>,
  self: number | undefined,
  { directory }: Pick<TaskServices, 'directory'>,
): boolean {
  if (kind === 'onboarding') return false;
  return self === undefined ? !directory.current()?.people.has(person) : person === self;
}

interface Asking {
  userId: string;
  role: 'hr' | 'manager';
}

/**
 * Onboarding: HR, the assignee, the manager and the requester. Offboarding: HR, the requester, and employees
 * who got the task from HR. People leaving see only tasks that HR passed on to them, regardless of role.
 */
export async function mayHandle(task: Task, { userId, role }: Asking, deps: AccessDeps): Promise<boolean> {
  const employee = await employeeOf(userId, deps);
  if (mayBeOwnLeaving(task, employee, deps)) return isHandedTo(task, employee, deps);
  if (role === 'hr') return true;
  if (task.kind === 'offboarding') return knowsOfIt(task, { userId, employee }, deps);
  if (employee !== undefined && employee === task.assignee) return true;
  const found = await deps.behind(task);
  if (!found) return false;
  return found.request.requester === userId || isManagerOf(found, employee);
}

function isManagerOf(
  { request, type }: { request: Request; type: { managerOf?(request: Request): number | undefined } },
  employee: number | undefined,
): boolean {
  return employee !== undefined && type.managerOf?.(request) === employee;
}

async function knowsOfIt(
  task: Task,
  { userId, employee }: { userId: string; employee: number | undefined },
  { behind, taskStore, service }: Pick<AccessDeps, 'behind' | 'taskStore' | 'service'>,
): Promise<boolean> {
  if ((await behind(task))?.request.requester === userId) return true;
  return isHandedTo(task, employee, { taskStore, service });
}

/** Whether HR passed an offboarding task on to its current assignee. */
export async function isHandedTo(
  task: Task,
  employee: number | undefined,
  { taskStore, service }: Pick<AccessDeps, 'taskStore' | 'service'>,
): Promise<boolean> {
  if (employee === undefined || employee !== task.assignee) return false;
  return (await taskStore.passTo(service.name(), task.id, employee))?.byHr === true;
}

/** Onboarding: always. Offboarding: only if they know about the departure. */
export async function mayRead(
  task: Task,
  target: string,
  deps: Pick<AccessDeps, 'behind' | 'taskStore' | 'service'>,
): Promise<boolean> {
  if (task.kind === 'onboarding') return true;
  if (task.assignee === null) return false;
  if (task.assignee === task.person) return isHandedTo(task, task.assignee, deps);
  return knowsOfIt(task, { userId: target, employee: task.assignee }, deps);
}
