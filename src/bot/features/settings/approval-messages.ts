import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';

const daysOf = (count: number) => `${count} days`;

function period(from: Day | null, until: Day | null): string {
  const parts = [
    from === null ? '' : ` from ${formatDay(from, 'en-GB')}`,
    until === null ? '' : ` until ${formatDay(until, 'en-GB')}`,
  ];
  return parts.join('');
}

const en = {
  required: 'Offboardings',
  requiredChoice: 'HR approves the offboardings that managers start',
  requiredHint: 'Nothing is sent to the onboarding service before somebody in HR has approved it.',
  lapse: 'Without a decision, end the request after',
  lapseHint: 'HR is reminded once, and again on the last working day before that.',
  daysOf,
  deputies: 'Deputies',
  deputiesHint:
    'They’re told of a request that HR hasn’t decided on the second working day, and can decide it. They need access as HR or manager.',
  from: 'Deputies: first day',
  until: 'Deputies: last day',
  wrongDays: (from: Day) => `Choose ${formatDay(from, 'en-GB')} or later.`,
  tooMany: (most: number) => `Choose at most ${most} people.`,
  noAccess: 'Everybody here needs access as HR or manager. Give it to them under “Access” first.',
  accessUnknown: 'Slack isn’t telling Frontdesk who they are right now. Try again in a moment.',
  shown: (isRequired: boolean) =>
    isRequired
      ? 'HR approves the offboardings that managers start.'
      : 'Managers start offboardings without approval.',
  value: (isRequired: boolean) => (isRequired ? 'yes' : 'no'),
  shownLapse: (days: number) => `A request that nobody decides ends after ${daysOf(days)}.`,
  shownDeputies: (people: string, from: Day | null, until: Day | null) =>
    people === '' ? 'There are no deputies.' : `Deputies${period(from, until)}: ${people}`,
};

export const say = words({ en });
