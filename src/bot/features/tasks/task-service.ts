import { createHash } from 'node:crypto';
import {
  type Task,
  type TaskChange,
  type TaskPage,
  type TaskQuery,
  tasksPerPage,
} from '../../../contract/additions/tasks.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import { NotConnected } from '../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../onboarding/client/errors.ts';
import type { ConnectionStore } from '../../storage/connection.ts';

interface ServiceOptions {
  additions: Pick<ServiceAdditions, 'tasks' | 'changeTask' | 'has'>;
  connection: Pick<ConnectionStore, 'current'>;
}

const mostAtOnce = 10 * tasksPerPage;

export type TaskService = ReturnType<typeof createTaskService>;

/** Tasks of the connected service. Their state isn't stored in Frontdesk. */
export function createTaskService({ additions, connection }: ServiceOptions) {
  return {
    /** Hash that names the service without revealing its address. Different services may use the same task ids. */
    name(): string {
      const url = connection.current()?.url ?? '';
      return createHash('sha256').update(url).digest('base64url').slice(0, 12);
    },
    /** Whether the service lets tasks be read and changed; false if it can't be asked. */
    isOffered: async (): Promise<boolean> => (await additions.has('tasks')) && (await additions.has('task')),
    /** The task's current state; undefined if it no longer exists. @throws NotConnected, OnboardingFailure */
    async find(id: number): Promise<Task | undefined> {
      const { tasks } = await additions.tasks({ ids: [id], state: 'all' });
      return tasks.find((task) => task.id === id);
    },
    page: (query: TaskQuery): Promise<TaskPage> => additions.tasks(query),
    /** Reads all pages, up to about `mostAtOnce` tasks. @throws NotConnected, OnboardingFailure */
    async all(query: TaskQuery): Promise<Task[]> {
      const found: Task[] = [];
      let next: string | null = null;
      do {
        const page: TaskPage = await additions.tasks({ ...query, ...(next !== null && { after: next }) });
        found.push(...page.tasks);
        next = page.next;
      } while (next !== null && found.length < mostAtOnce);
      return found;
    },
    /** @throws NotConnected, OnboardingFailure; `Refused` with `version` if the task was changed meanwhile */
    change: (change: TaskChange): Promise<Task> => additions.changeTask(change),
  };
}

/** True for failures of the service or the way to it, as opposed to bugs. */
export function isServiceTrouble(error: unknown): error is Error {
  return error instanceof OnboardingFailure || error instanceof NotConnected;
}
