import { addDays, type Day, dayIn, instantOf, mondayOf } from '../../../time/dates.ts';
import type { Held } from '../../ledger/outbox/message.ts';
import { workingDayFrom } from '../../plan/calendar.ts';
import { morningOf, openFrom, type PlanRules } from '../../plan/plan.ts';

/** So many weeks are written down beforehand, this one included: as long as nothing runs, nothing is written. */
const lookedAhead = 5;
/** How long after its Monday an overview makes sense, in days. */
const isOver = 4;
/** The last day of the next week, in days from the Monday of this one. */
const shownDays = 13;

/** When the overview of a week is sent; undefined where nobody works in that week. @param monday of the week */
export function dueIn(monday: Day, rules: PlanRules): Date | undefined {
  const on = workingDayFrom(monday, rules);
  return mondayOf(on) === monday ? morningOf(on, rules.timezone, rules) : undefined;
}

/** The overviews that are to come next, by the clocks of the organization. */
export function nextWeeks(rules: PlanRules, now: Date): { week: Day; due: Date }[] {
  const first = mondayOf(dayIn(rules.timezone, now));
  const mondays = Array.from({ length: lookedAhead }, (_, count) => addDays(first, 7 * count));
  return mondays.flatMap((week) => {
    const due = dueIn(week, rules);
    return due && due > now ? [{ week, due }] : [];
  });
}

/** Why an overview is not sent now; undefined where it is. */
export function heldBack(monday: Day, rules: PlanRules, now: Date): Held | undefined {
  const due = dueIn(monday, rules);
  const end = instantOf(addDays(monday, isOver), '00:00', rules.timezone);
  if (!due || now >= end) return { dropped: 'outdated' };
  if (now < due) return { later: due };
  const open = openFrom(now, rules.timezone, rules);
  if (open <= now) return undefined;
  return open >= end ? { dropped: 'outdated' } : { later: open };
}

/** The last day that an overview shows. */
export function lastShown(monday: Day): Day {
  return addDays(monday, shownDays);
}
