import { words } from '../../../language.ts';
import { type Day, formatDay } from '../../../time/dates.ts';
import type { Placeholder } from '../../plan/plan.ts';
import type { Reminder } from '../../storage/settings.ts';
import { say as sayFields } from './field-messages.ts';

const list = new Intl.ListFormat('en-GB');

function period(from: Day | null, until: Day | null): string {
  const parts = [
    from === null ? '' : ` from ${formatDay(from, 'en-GB')}`,
    until === null ? '' : ` until ${formatDay(until, 'en-GB')}`,
  ];
  return parts.join('');
}

/** Sentences about the values that apply. */
const en = {
  reminders(wanted: readonly Reminder[], at: { hour: number; daysBefore: readonly number[] }): string {
    if (wanted.length === 0) return 'No reminders are sent.';
    return `Reminders at ${sayFields().hourOf(at.hour)}, ${list.format(at.daysBefore.map(String))} working ${at.daysBefore.join() === '1' ? 'day' : 'days'} before.`;
  },
  calendar: (isWanted: boolean) =>
    isWanted ? 'First days and last days are sent as calendar files.' : 'No calendar files are sent.',
  weekly: (channels: readonly string[], hr: string | undefined) =>
    [
      channels.length > 0
        ? `Every Monday, who starts is posted in ${list.format(channels)}.`
        : 'Who starts isn’t posted every week: no channel is chosen for it.',
      hr === undefined
        ? 'Who leaves isn’t posted every week: there is no private channel for HR.'
        : `Every Monday, who leaves is posted in ${hr}.`,
    ].join(' '),
  noWeekly: 'Nothing is posted every Monday.',
  elsewhere: (isAsked: boolean) =>
    isAsked
      ? 'HR is asked about people who were added in the onboarding service.'
      : 'HR isn’t asked about people who were added in the onboarding service.',
  workdays: (days: readonly number[]) =>
    `Working days: ${days.map((day) => sayFields().fields.workdays.choices[day - 1] ?? '').join(', ')}.`,
  holidays(days: readonly Day[]): string {
    if (days.length === 0) return 'No holidays are entered.';
    const shown = days.slice(0, 10).map((day) => formatDay(day, 'en-GB'));
    return `Holidays: ${[...shown, ...(days.length > 10 ? [`and ${days.length - 10} more`] : [])].join('; ')}.`;
  },
  approval: (isRequired: boolean) =>
    isRequired
      ? 'HR approves the offboardings that managers start.'
      : 'Managers start offboardings without approval.',
  lapse: (days: number) =>
    `A request that nobody decides ends after ${sayFields().fields.lapseDays.days(days)}.`,
  deputies: (people: string, from: Day | null, until: Day | null) =>
    people === '' ? 'There are no deputies.' : `Deputies${period(from, until)}: ${people}`,
  texts: {
    none: 'All messages are in Frontdesk’s own words.',
    sample: {
      name: 'Alex Example',
      'first name': 'Alex',
      day: 'Mon, 4 January 2027',
      manager: 'Sam Sample',
      buddy: 'Kim Sample',
      position: 'Designer',
    } satisfies Record<Placeholder, string>,
    withEverything: (text: string) => `For Alex Example: ${text}`,
    withLittle: (text: string) => `If only the name is known: ${text}`,
    ownWords: 'in Frontdesk’s own words',
  },
};

export const say = words({ en });
