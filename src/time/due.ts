import { addDays, type Day, instantOf, isDay } from './dates.ts';

/** When a working day starts, in a person's time zone: the instant at which a task of that day is due. */
const startOfWork = '09:00';

/** When a task is due: the day in the person's time zone, and the instant, as ISO-8601 UTC text, at which work starts. */
export interface Due {
  due_day: Day;
  due_at: string;
}

/**
 * When a task is due that many days after (or before) a day in a zone. The service plans by it, and the bot foretells by
 * it what the service will plan.
 */
export function dueFrom(anchor: Day, days: number, zone: string): Due {
  const due_day = dayFrom(anchor, days);
  return { due_day, due_at: instantOf(due_day, startOfWork, zone).toISOString() };
}

const calendar = { first: '0001-01-01', last: '9999-12-31' } as const;

/** The day `count` days from `anchor`; where the calendar of four-digit years ends, its last (or first) day. */
function dayFrom(anchor: Day, count: number): Day {
  const day = addDays(anchor, count);
  if (isDay(day) && day >= calendar.first) return day;
  return count < 0 ? calendar.first : calendar.last;
}
