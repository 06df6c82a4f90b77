import type { Task } from '../../contract/task.ts';
import { addDays, type Day, dayIn, instantOf } from '../../time/dates.ts';
import type { Watch } from '../storage/tasks.ts';
import { morningOf, openFrom, type PlanRules, workingDayFrom, workingDayUntil, zoneOf } from './plan.ts';

/** Days by which messages are stored ahead of time, so that a shorter downtime delays none. */
const ahead = 2;
/** Must be shorter than the outbox remembers its messages. In days. */
const behind = 21;
/** Limit in days of consecutive days off. */
const longestHolidays = 40;

/** Time of a task's message: the morning of its day, or of the last working day before. */
export function toldAt({ due_day, timezone }: Pick<Task, 'due_day' | 'timezone'>, rules: PlanRules): Date {
  return morningOf(workingDayUntil(due_day, rules), zoneOf(timezone, rules), rules);
}

/** A task due on a day off whose message time has passed is sent on the next working day. */
export function toldAgainAt(task: Pick<Task, 'due_day' | 'timezone'>, now: Date, rules: PlanRules): Date {
  const before = toldAt(task, rules);
  if (before > now) return before;
  const zone = zoneOf(task.timezone, rules);
  const after = morningOf(workingDayFrom(task.due_day, rules), zone, rules);
  return after > now ? after : openFrom(now, zone, rules);
}

/** Range of due times for which messages are to be prepared now, as ISO 8601 in UTC. */
export function windowOf(now: Date, rules: PlanRules): { due_after: string; due_by: string } {
  const today = dayIn('UTC', now);
  let last = addDays(today, ahead);
  // Include tasks due on days off, whose messages come before.
  for (let count = 0; count < longestHolidays; count += 1) {
    const next = addDays(last, 1);
    if (workingDayUntil(next, rules) === next) break;
    last = next;
  }
  // Covers every time zone.
  const instant = (day: Day) => instantOf(day, '00:00', 'UTC').toISOString();
  return { due_after: instant(addDays(today, -behind)), due_by: instant(addDays(last, 2)) };
}

/** Whether a task needs a message: not if it existed and was due before the first run. */
export function isNews({ id, due_at }: Task, { since, highest }: Watch): boolean {
  return id > highest || new Date(due_at) >= since;
}

/** Start of today in the organization's zone: tasks due before are overdue. */
export function startOfToday(now: Date, { timezone }: Pick<PlanRules, 'timezone'>): Date {
  return instantOf(dayIn(timezone, now), '00:00', timezone);
}
