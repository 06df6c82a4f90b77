import type { Task } from '../../../contract/additions/tasks.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { TaskDeps } from './deps.ts';

type AccessDeps = Pick<TaskDeps, 'people' | 'directory' | 'behind' | 'taskStore' | 'service'>;

/** Who somebody in Slack is in the service, by their address; undefined where they are nobody there. @throws what Slack's client throws */
export async function employeeOf(
  userId: string,
  { people, directory }: Pick<TaskDeps, 'people' | 'directory'>,
): Promise<number | undefined> {
  const { email } = await people.byId(userId);
  return email === '' ? undefined : directory.current()?.peopleByEmail.get(email)?.id;
}

/**
 * Whether a task can be about somebody's own leaving, which is kept from them: also as long as this process has not read
 * who in the service they are, or who leaves.
 */
export function mayBeOwnLeaving(
  { kind, person }: Pick<Task, 'kind' | 'person'>,
  self: number | undefined,
  { directory }: Pick<TaskDeps, 'directory'>,
): boolean {
  if (kind === 'onboarding') return false;
  return self === undefined ? !directory.current()?.people.has(person) : person === self;
}

interface Asking {
  userId: string;
  role: 'hr' | 'manager';
}

/**
 * Who may see a task and say what becomes of it: HR, and of somebody who starts whose task it is, the manager, and who
 * asked for the hire. That somebody leaves only those learn who asked for the offboarding, HR, and whoever HR passed the
 * task on to; the person themself only of tasks that HR passed on to them, whatever else they are.
 * @throws what Slack's client or the database throws
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

/** Whether HR passed a departure's task on to the employee who has it now. */
export async function isHandedTo(
  task: Task,
  employee: number | undefined,
  { taskStore, service }: Pick<AccessDeps, 'taskStore' | 'service'>,
): Promise<boolean> {
  if (employee === undefined || employee !== task.assignee) return false;
  return (await taskStore.passTo(service.name(), task.id, employee))?.byHr === true;
}

/**
 * Whether whose task it is may read of it, by whom that is in Slack: everybody of somebody who starts, and of somebody
 * who leaves only who knows of that.
 */
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
