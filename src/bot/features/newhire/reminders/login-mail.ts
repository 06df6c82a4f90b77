import { type Day, dayIn, instantOf, isWeekend, isZone } from '../../../../time/dates.ts';

/** Time of the service's login email, unless the service has it switched off. */
type LoginMail =
  | { kind: 'now' | 'notForRole' | 'tooLate' }
  /** `again`: it also mails now. */
  | { kind: 'at'; due: Date; again: boolean };

const clockTimes = { firstMail: '07:00', startDay: '08:00' } as const;
/** Role ids: a new hire, and the role without a login. All others are mailed at once. */
const roles = { newHire: 0, none: 3 } as const;

interface Whose {
  role: number;
  /** The start day; undefined means today. */
  day: Day | undefined;
  zone: string;
}

/**
 * Login email as released services send it (ChiefOnboarding's api/serializers.py and users/tasks.py): at 08:00 on the
 * start day in the person's zone; if the day has come, at once, but only from 07:00 on and on weekdays.
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
