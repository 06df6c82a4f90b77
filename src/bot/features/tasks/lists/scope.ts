import { z } from 'zod';
import type { Task, TaskQuery } from '../../../../contract/task.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import { startOfToday } from '../../../plan/task-times.ts';
import { employeeOf, maySee, ownOf, subjectOf } from '../../../requests/employees.ts';
import type { By } from '../../../slack/button.ts';
import { mayBeOwnLeaving, mayHandle } from '../access.ts';
import { say } from '../messages.ts';
import type { TaskServices } from '../services.ts';

export const Scope = z.discriminatedUnion('of', [
  z.object({ of: z.literal('own') }),
  z.object({ of: z.literal('overdue') }),
  z.object({ of: z.literal('request'), id: z.string() }),
]);
export type Scope = z.infer<typeof Scope>;

/** Returns undefined if the viewer may not see the list. */
export async function askedOf(
  scope: Scope,
  by: By<TaskServices>,
): Promise<{ query: TaskQuery; title: string; isShown(task: Task): boolean } | undefined> {
  const { lists } = say();
  const { viewer } = by;
  const self = await employeeOf(viewer.userId, by);
  const isShown = (task: Task) => !mayBeOwnLeaving(task, self, by);
  if (scope.of === 'own')
    return self === undefined
      ? undefined
      : { query: { assignee: self, state: 'open' }, title: lists.own, isShown: () => true };
  if (scope.of === 'overdue')
    return viewer.role === 'hr' ? { query: overdueQuery(by), title: lists.overdue, isShown } : undefined;
  const request = await by.ledger.find(scope.id);
  const query = request && queryFor(request, by);
  if (!request || !query) return undefined;
  const type = by.typeOf(request);
  if (!maySee(request, type, viewer, await ownOf(viewer, by))) return undefined;
  const kind = type.tasks?.kind;
  const title = lists.ofPerson(request.context.personName);
  return { query, title, isShown: (task) => task.kind === kind && isShown(task) };
}

export function overdueQuery({ settings, clock }: TaskServices): TaskQuery {
  return { due_by: startOfToday(clock.now(), settings()).toISOString(), state: 'open' };
}

/** Tasks that follow from a request; undefined if it has none, or the employee isn't known. */
export function queryFor(request: Request, deps: TaskServices): TaskQuery | undefined {
  const type = deps.typeOf(request);
  if (!type.tasks || request.state !== 'done') return undefined;
  const person = subjectOf(request, type, deps);
  return person === undefined ? undefined : { person, state: 'all' };
}

export async function handled(tasks: readonly Task[], by: By<TaskServices>): Promise<Task[]> {
  const may: Task[] = [];
  for (const task of tasks) if (await mayHandle(task, by)) may.push(task);
  return may;
}
