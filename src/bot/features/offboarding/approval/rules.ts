import { z } from 'zod';
import { addDays, type Day, dayIn, instantOf, timeIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import { workingDayFrom, workingDaysBefore } from '../../../plan/plan.ts';
import type { Viewer } from '../../../slack/incoming/arrival.ts';
import { deputiesOn, type Settings } from '../../../storage/settings.ts';
import type { OffboardingRequest } from '../request.ts';

/** Whether HR has to approve the viewer's requests. */
export function needsApproval({ role }: Viewer, { offboardingApproval }: Settings): boolean {
  return offboardingApproval && role !== 'hr';
}

export function mayApprove(
  { requester }: Pick<OffboardingRequest, 'requester'>,
  { userId, role }: Viewer,
  { settings, clock }: Pick<Bot, 'settings' | 'clock'>,
): boolean {
  if (requester === userId) return false;
  const { timezone, approvals } = settings();
  return role === 'hr' || deputiesOn(dayIn(timezone, clock.now()), approvals).includes(userId);
}

type Rules = Pick<Settings, 'timezone' | 'reminders'>;

export function lapsesAt(now: Date, { approvals, ...rules }: Rules & Pick<Settings, 'approvals'>): Date {
  return workingMoment(addDays(dayIn(rules.timezone, now), approvals.lapseDays), now, rules);
}

/** A working moment on the day after `now` or later: the new deadline if nobody was reminded. */
export function nextWorkingMoment(now: Date, rules: Rules): Date {
  return workingMoment(addDays(dayIn(rules.timezone, now), 1), now, rules);
}

/**
 * Times of the reminders about an undecided request: on working days, at least a day apart. `last` is the one to HR
 * and the deputies before the request lapses.
 */
export function approvalMoments(asked: Date, lapses: Date, rules: Rules) {
  const { timezone, reminders } = rules;
  const on = (day: Day) => workingMoment(day, asked, rules);
  const again = on(addDays(dayIn(timezone, asked), 1));
  const deputies = on(addDays(dayIn(timezone, again), 1));
  return { again, deputies, last: on(workingDaysBefore(dayIn(timezone, lapses), 1, reminders)) };
}

/** The time of day of the request, moved into working hours on a working day. */
function workingMoment(day: Day, asked: Date, { timezone, reminders }: Rules): Date {
  const hour = (at: number) => `${String(at).padStart(2, '0')}:00`;
  const [opens, closes] = [hour(reminders.opens), hour(reminders.closes)];
  const time = timeIn(timezone, asked);
  const isLate = time >= closes;
  const on = workingDayFrom(isLate ? addDays(day, 1) : day, reminders);
  return instantOf(on, isLate || time < opens ? opens : time, timezone);
}

/** Reason for asking: a new request, a reminder, the last reminder, or an answer to a question. */
export const Step = z.enum(['first', 'again', 'last', 'answered']);
export type Step = z.infer<typeof Step>;
