import { type Day, dayIn, instantOf, isWeekend, isZone } from '../../../../time/dates.ts';

/** When the onboarding service mails somebody how to log in, unless that is switched off there. */
type LoginMail =
  | { kind: 'now' | 'notForRole' | 'tooLate' }
  /** `again`: it mails now, too. */
  | { kind: 'at'; due: Date; again: boolean };

const clockTimes = { firstMail: '07:00', startDay: '08:00' } as const;
/** By the ids of roles: a new hire, and whoever gets no login. Others are mailed at once. */
const roles = { newHire: 0, none: 3 } as const;

interface Whose {
  role: number;
  /** The start day, or the day on which somebody is added who has none. */
  day: Day | undefined;
  /** Of the person; the organization's where it isn't known. */
  zone: string;
}

/**
 * By what a released service does (ChiefOnboarding's api/serializers.py and users/tasks.py): it mails at 08:00 on the
 * start day, in the person's zone; whose day has come is mailed at once, from 07:00 on and on weekdays alone.
 */
export function loginMailOf({ role, day, zone }: Whose, now: Date): LoginMail {
  if (role === roles.none) return { kind: 'notForRole' };
  if (role !== roles.newHire) return { kind: 'now' };
  const where = isZone(zone) ? zone : 'UTC';
  const today = dayIn(where, now);
  const start = day ?? today;
  const due = instantOf(start, clockTimes.startDay, where);
  const atOnce = start <= today && !isWeekend(today) && now >= instantOf(today, clockTimes.firstMail, where);
  if (start >= today && due > now) return { kind: 'at', due, again: atOnce };
  return { kind: atOnce ? 'now' : 'tooLate' };
}
