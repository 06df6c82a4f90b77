import { LRUCache } from 'lru-cache';
import type { Day } from '../../time/dates.ts';
import { type Due, dueFrom } from '../../time/due.ts';

/** Finds when a task is due, some days after (or before) a day in a time zone. */
export type FindDue = (anchor: Day, days: number, zone: string) => Due;

/** Cache limit: some months in a few dozen zones. */
const maxKept = 5_000;

/** Caches due times: counting days and applying a zone's rules costs more than anything else about a task. */
export function cachedDue(): FindDue {
  const known = new LRUCache<string, Due>({ max: maxKept });
  return (anchor, days, zone) => {
    const key = `${anchor} ${days} ${zone}`;
    const found = known.get(key);
    if (found) return found;
    const due = dueFrom(anchor, days, zone);
    known.set(key, due);
    return due;
  };
}
