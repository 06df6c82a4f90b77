import { LRUCache } from 'lru-cache';
import { type Day, instantOf } from '../../time/dates.ts';

/** When a working day starts, in the person's time zone: the instant at which a task of that day is due. */
const startOfWork = '09:00';

/** The instant, as ISO-8601 UTC text, at which work starts on a day in a zone. */
export type DueAt = (day: Day, zone: string) => string;

/** How many instants are kept: some months of some dozen zones. */
const maxInstants = 5_000;

/** Asking a time zone's rules costs more than everything else about a task, so answers are kept. */
export function cachedDueAt(): DueAt {
  const known = new LRUCache<string, string>({ max: maxInstants });
  return (day, zone) => {
    const key = `${day} ${zone}`;
    const found = known.get(key);
    if (found) return found;
    const instant = instantOf(day, startOfWork, zone).toISOString();
    known.set(key, instant);
    return instant;
  };
}
