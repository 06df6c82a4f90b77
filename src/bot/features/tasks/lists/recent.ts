import { LRUCache } from 'lru-cache';
import type { TaskPage, TaskQuery } from '../../../../contract/task.ts';
import { within } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import { say } from '../messages.ts';
import { orUnknown, type TaskService } from '../task.ts';

/** Cache time in milliseconds. A press in this process clears the cache. */
const fresh = 10_000;
const most = 200;
const patience = 700;

/** A page of tasks; `looking` while the service is slow, `unknown` if it can't be asked. */
type Recent = TaskPage | 'looking' | 'unknown';

/** Sentence instead of tasks that can't be shown now. */
export function notShown(recent: 'looking' | 'unknown'): string {
  return say().lists[recent];
}

export type RecentTasks = ReturnType<typeof createRecentTasks>;

/** Cache of task queries for pages that many people look at. */
export function createRecentTasks({ additions, clock, changes }: Bot, service: TaskService) {
  const kept = new LRUCache<string, { at: number; answer: Promise<TaskPage | 'unknown'> }>({ max: most });

  function recent(query: TaskQuery): Promise<TaskPage | 'unknown'> {
    const key = JSON.stringify([service.name(), query]);
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && Math.abs(now - known.at) < fresh) return known.answer;
    const answer = orUnknown(additions.tasks(query));
    kept.set(key, { at: now, answer });
    // Callers see the error; don't cache it.
    answer.catch(() => kept.delete(key));
    return answer;
  }

  return {
    /** Whether the service has tasks; false if that isn't known in time. */
    async isOffered(): Promise<boolean> {
      if (additions.known().has('tasks')) return true;
      return (await within(clock, patience, service.isOffered())) ?? false;
    },
    async page(query: TaskQuery): Promise<Recent> {
      const answer = recent(query);
      const known = await within(clock, patience, answer);
      if (known !== undefined) return known;
      // Update pages that were shown without the answer.
      void answer.then(changes.tell, () => {});
      return 'looking';
    },
    /** Call after changing a task. */
    forget: () => kept.clear(),
  };
}
