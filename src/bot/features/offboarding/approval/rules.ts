import { addDays, type Day, dayIn, instantOf, timeIn } from '../../../../time/dates.ts';
import type { Viewer } from '../../../access/only.ts';
import { workingDayFrom, workingDaysBefore } from '../../../plan/calendar.ts';
import { deputiesOn } from '../../../storage/approvals.ts';
import type { Settings } from '../../../storage/settings.ts';
import type { OffboardingDeps } from '../deps.ts';
import type { OffboardingRequest } from '../request.ts';

/** Whether HR has to approve what somebody asks for. */
export function needsApproval({ role }: Viewer, { offboardingApproval }: Settings): boolean {
  return offboardingApproval && role !== 'hr';
}

/** Whether somebody may decide: HR, and for a time their deputies; nobody about what they asked for themselves. */
export function mayApprove(
  { requester }: Pick<OffboardingRequest, 'requester'>,
  { userId, role }: Viewer,
  { settings, clock }: Pick<OffboardingDeps, 'settings' | 'clock'>,
): boolean {
  if (requester === userId) return false;
  const { timezone, approvals } = settings();
  return role === 'hr' || deputiesOn(dayIn(timezone, clock.now()), approvals).includes(userId);
}

/** What of the settings decides when somebody is reminded. */
type Rules = Pick<Settings, 'timezone' | 'reminders'>;

/** When a request lapses that is made now. */
export function lapsesAt(now: Date, { approvals, ...rules }: Rules & Pick<Settings, 'approvals'>): Date {
  return workingMoment(addDays(dayIn(rules.timezone, now), approvals.lapseDays), now, rules);
}

/** The working day after an instant: until then there is time where nobody was reminded. */
export function nextWorkingMoment(now: Date, rules: Rules): Date {
  return workingMoment(addDays(dayIn(rules.timezone, now), 1), now, rules);
}

interface ApprovalMoments {
  /** HR is reminded. */
  again: Date;
  /** The deputies are told. */
  deputies: Date;
  /** HR and the deputies are told that it is about to lapse. */
  last: Date;
}

/** When people are reminded of a request that nobody decides: on working days, a day apart at least. */
export function approvalMoments(asked: Date, lapses: Date, rules: Rules): ApprovalMoments {
  const { timezone, reminders } = rules;
  const on = (day: Day) => workingMoment(day, asked, rules);
  const again = on(addDays(dayIn(timezone, asked), 1));
  const deputies = on(addDays(dayIn(timezone, again), 1));
  return { again, deputies, last: on(workingDaysBefore(dayIn(timezone, lapses), 1, reminders)) };
}

/** At the time of day at which it was asked for, or the next moment at which people work. */
function workingMoment(day: Day, asked: Date, { timezone, reminders }: Rules): Date {
  const hour = (at: number) => `${String(at).padStart(2, '0')}:00`;
  const [opens, closes] = [hour(reminders.opens), hour(reminders.closes)];
  const time = timeIn(timezone, asked);
  const isLate = time >= closes;
  const on = workingDayFrom(isLate ? addDays(day, 1) : day, reminders);
  return instantOf(on, isLate || time < opens ? opens : time, timezone);
}
