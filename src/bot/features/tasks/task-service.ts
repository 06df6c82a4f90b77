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

/** How many tasks one message is made of at most. */
const mostAtOnce = 10 * tasksPerPage;

export type TaskService = ReturnType<typeof createTaskService>;

/** The tasks at the connected service, which alone knows how it stands with them. */
export function createTaskService({ additions, connection }: ServiceOptions) {
  return {
    /** Names the service, telling nothing of it: tasks of another one may have the same ids. */
    name(): string {
      const url = connection.current()?.url ?? '';
      return createHash('sha256').update(url).digest('base64url').slice(0, 12);
    },
    /** Whether it has tasks that people can do something with. False also where it cannot be asked now. */
    isOffered: async (): Promise<boolean> => (await additions.has('tasks')) && (await additions.has('task')),
    /** As it is now; undefined where there is no such task any more. @throws NotConnected, OnboardingFailure */
    async find(id: number): Promise<Task | undefined> {
      const { tasks } = await additions.tasks({ ids: [id], state: 'all' });
      return tasks.find((task) => task.id === id);
    },
    page: (query: TaskQuery): Promise<TaskPage> => additions.tasks(query),
    /** The tasks of several pages, at most `mostAtOnce`. @throws as above */
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
    /** @throws as above; `Refused` with `version` where somebody changed it meanwhile */
    change: (change: TaskChange): Promise<Task> => additions.changeTask(change),
  };
}

/** Whether the service could not be asked, or said no: what is no mistake in the program. */
export function isServiceTrouble(error: unknown): error is Error {
  return error instanceof OnboardingFailure || error instanceof NotConnected;
}
