import { type Day, dayIn, instantOf, isWeekend, isZone } from '../../../../time/dates.ts';
import type { Moment } from '../../../slack/timeline.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import type { HireRequest } from '../request.ts';
import { say } from './messages.ts';

/** Login email that the service itself sends to the new person, and sentences about what isn't known or sent. */
export function loginMails(
  { payload, context }: HireRequest,
  { now, timezone }: { now: Date; timezone: string },
): { moments: Moment[]; notes: string[] } {
  // The service sent it when the person was added.
  if (context.addedElsewhere) return { moments: [], notes: [] };
  const { noDay, loginMail } = say();
  const zone = payload.timezone ?? timezone;
  const mail = loginMailOf({ role: payload.role, day: payload.start_day, zone }, now);
  const text = loginMail.to(escapeMrkdwn(cut(context.personName, 80)));
  const isNow = mail.kind === 'now' || (mail.kind === 'at' && mail.again);
  const never = mail.kind === 'tooLate' || mail.kind === 'notForRole' ? [loginMail[mail.kind]] : [];
  return {
    moments: [
      ...(isNow ? [{ at: 'now' as const, zone, text }] : []),
      ...(mail.kind === 'at' ? [{ at: mail.due, zone, text }] : []),
    ],
    notes: [...(payload.start_day === undefined && payload.role === roles.newHire ? [noDay] : []), ...never],
  };
}

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
 * Follows released services (ChiefOnboarding's api/serializers.py and users/tasks.py): mail goes at 08:00 on
 * the start day in the person's zone; if the day has come, at once, but only from 07:00 on and on weekdays.
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
