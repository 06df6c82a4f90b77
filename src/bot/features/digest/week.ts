import { addDays, type Day, dayIn, instantOf, mondayOf } from '../../../time/dates.ts';
import type { Held } from '../../ledger/outbox/message.ts';
import { workingDayFrom } from '../../plan/calendar.ts';
import { morningOf, openFrom, type PlanRules } from '../../plan/plan.ts';

/** Weeks scheduled in advance, including the current one. A downtime longer than this loses overviews. */
const lookedAhead = 5;
/** Days after the Monday from which an overview is outdated. */
const isOver = 4;
/** Days from the Monday to the Sunday of the following week. */
const shownDays = 13;

/**
 * Instant at which a week's overview is sent; undefined for a week without working days.
 * @param monday of the week
 */
export function dueIn(monday: Day, rules: PlanRules): Date | undefined {
  const on = workingDayFrom(monday, rules);
  return mondayOf(on) === monday ? morningOf(on, rules.timezone, rules) : undefined;
}

/** The upcoming overviews, in the organization's time zone. */
export function nextWeeks(rules: PlanRules, now: Date): { week: Day; due: Date }[] {
  const first = mondayOf(dayIn(rules.timezone, now));
  const mondays = Array.from({ length: lookedAhead }, (_, count) => addDays(first, 7 * count));
  return mondays.flatMap((week) => {
    const due = dueIn(week, rules);
    return due && due > now ? [{ week, due }] : [];
  });
}

/** Reason for not sending an overview now; undefined if it can be sent. */
export function heldBack(monday: Day, rules: PlanRules, now: Date): Held | undefined {
  const due = dueIn(monday, rules);
  const end = instantOf(addDays(monday, isOver), '00:00', rules.timezone);
  if (!due || now >= end) return { dropped: 'outdated' };
  if (now < due) return { later: due };
  const open = openFrom(now, rules.timezone, rules);
  if (open <= now) return undefined;
  return open >= end ? { dropped: 'outdated' } : { later: open };
}

/** The last day shown in an overview. */
export function lastShown(monday: Day): Day {
  return addDays(monday, shownDays);
}
