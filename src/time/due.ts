import { addDays, type Day, instantOf, isDay } from './dates.ts';

/** Start of the working day, when tasks are due, in the person's time zone. */
const startOfWork = '09:00';

/** Due day in the person's time zone, and the start of work on it as an ISO 8601 UTC instant. */
export interface Due {
  due_day: Day;
  due_at: string;
}

/**
 * `days` after (or before) a day in a zone. Shared by the service, which plans with it, and the bot, which
 * previews that plan.
 */
export function dueFrom(anchor: Day, days: number, zone: string): Due {
  const due_day = dayFrom(anchor, days);
  return { due_day, due_at: instantOf(due_day, startOfWork, zone).toISOString() };
}

const calendar = { first: '0001-01-01', last: '9999-12-31' } as const;

/** The day `count` days from `anchor`, clamped to four-digit years. */
function dayFrom(anchor: Day, count: number): Day {
  const day = addDays(anchor, count);
  if (isDay(day) && day >= calendar.first) return day;
  return count < 0 ? calendar.first : calendar.last;
}
