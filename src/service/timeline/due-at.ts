import { LRUCache } from 'lru-cache';
import type { Day } from '../../time/dates.ts';
import { type Due, dueFrom } from '../../time/due.ts';

/** When a task is due that many days after (or before) a day in a zone. */
export type FindDue = (anchor: Day, days: number, zone: string) => Due;

/** How many are kept: those of some months of some dozen zones. */
const maxKept = 5_000;

/** Counting days and asking a time zone's rules costs more than everything else about a task, so answers are kept. */
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
