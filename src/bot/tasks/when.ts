import type { Task } from '../../contract/additions/tasks.ts';
import { addDays, type Day, dayIn, instantOf } from '../../time/dates.ts';
import { workingDayUntil } from '../plan/calendar.ts';
import { morningFrom, morningOf, openFrom, type PlanRules, zoneOf } from '../plan/plan.ts';
import type { Watch } from '../storage/tasks/tasks.ts';

/** So long before their time messages are written down, in days: then a downtime shorter than that delays none. */
const ahead = 2;
/**
 * So long after its day somebody is still told of a task, and reminded of it, in days: then it stands in lists alone. The
 * outbox knows for longer what it has sent.
 */
const behind = 21;
/** No organization is away for longer. */
const longestHolidays = 40;

/** When somebody is told of a task: on the morning of its day, or of the last working day before it. */
export function toldAt({ due_day, timezone }: Pick<Task, 'due_day' | 'timezone'>, rules: PlanRules): Date {
  return morningOf(workingDayUntil(due_day, rules), zoneOf(timezone, rules), rules);
}

/** When a task that was put off is sent again. On a day off whose morning before is over: on the next working day. */
export function toldAgainAt(task: Pick<Task, 'due_day' | 'timezone'>, now: Date, rules: PlanRules): Date {
  const before = toldAt(task, rules);
  if (before > now) return before;
  const zone = zoneOf(task.timezone, rules);
  const after = morningFrom(task.due_day, zone, rules);
  return after > now ? after : openFrom(now, zone, rules);
}

/** Which tasks are looked at now, by the instants at which they are due. */
export function windowOf(now: Date, rules: PlanRules): { due_after: string; due_by: string } {
  const today = dayIn('UTC', now);
  let last = addDays(today, ahead);
  // Of what is due on days off somebody is told before them.
  for (let count = 0; count < longestHolidays; count += 1) {
    const next = addDays(last, 1);
    if (workingDayUntil(next, rules) === next) break;
    last = next;
  }
  // Wherever it is that day by then.
  const instant = (day: Day) => instantOf(day, '00:00', 'UTC').toISOString();
  return { due_after: instant(addDays(today, -behind)), due_by: instant(addDays(last, 2)) };
}

/** Whether people are to be told of it at all: not of what was there and due before anybody was told of anything. */
export function isNews({ id, due_at }: Task, { since, highest }: Watch): boolean {
  return id > highest || new Date(due_at) >= since;
}

/** The beginning of today for the organization: what was due before is overdue. */
export function startOfToday(now: Date, { timezone }: Pick<PlanRules, 'timezone'>): Date {
  return instantOf(dayIn(timezone, now), '00:00', timezone);
}
