import { LRUCache } from 'lru-cache';
import type { TaskPage, TaskQuery } from '../../../../contract/additions/tasks.ts';
import { type Clock, within } from '../../../../time/clock.ts';
import type { Changes } from '../../../changes.ts';
import type { ServiceAdditions } from '../../../onboarding/additions/additions.ts';
import { isServiceTrouble, type TaskService } from '../task-service.ts';

/** For how long a page shows what was asked for another one, in milliseconds; a press here forgets it at once. */
const fresh = 10_000;
/** How many answers are kept meanwhile. */
const most = 200;
/** How long a page waits for the service, in milliseconds: it is shown without, and brought up to date. */
const patience = 700;

/** What is known of tasks in time: nothing where the service is slow (`looking`) or cannot be asked (`unknown`). */
export type Recent = TaskPage | 'looking' | 'unknown';

interface RecentOptions {
  additions: Pick<ServiceAdditions, 'known'>;
  clock: Clock;
  changes: Changes;
}

export type RecentTasks = ReturnType<typeof createRecentTasks>;

/** Tasks for pages that many look at, asked for once for all of them. */
export function createRecentTasks(
  { additions, clock, changes }: RecentOptions,
  service: Pick<TaskService, 'isOffered' | 'name' | 'page'>,
) {
  const kept = new LRUCache<string, { at: number; answer: Promise<TaskPage | 'unknown'> }>({ max: most });

  function ask(query: TaskQuery): Promise<TaskPage | 'unknown'> {
    return service.page(query).catch((error: unknown) => {
      if (isServiceTrouble(error)) return 'unknown' as const;
      throw error;
    });
  }

  function recent(query: TaskQuery): Promise<TaskPage | 'unknown'> {
    const key = JSON.stringify([service.name(), query]);
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && Math.abs(now - known.at) < fresh) return known.answer;
    const answer = ask(query);
    kept.set(key, { at: now, answer });
    // Whoever waits for it hears of it; nobody is to find it again.
    answer.catch(() => kept.delete(key));
    return answer;
  }

  return {
    /** Whether the service has tasks, as far as that is known in time. */
    async isOffered(): Promise<boolean> {
      if (additions.known().has('tasks')) return true;
      return (await within(clock, patience, service.isOffered())) ?? false;
    },
    /** @throws what is a mistake in the program */
    async page(query: TaskQuery): Promise<Recent> {
      const answer = recent(query);
      const known = await within(clock, patience, answer);
      if (known !== undefined) return known;
      // Whoever was shown a page without it gets it then.
      void answer.then(changes.tell, () => {});
      return 'looking';
    },
    /** Somebody changed a task. */
    forget: () => kept.clear(),
  };
}
