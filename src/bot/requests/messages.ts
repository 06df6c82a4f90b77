import { type Day, formatDay } from '../../time/dates.ts';
import type { Question } from '../ledger/requests/request.ts';
import { cut } from '../slack/views/blocks.ts';

/** What the service said to the repeat of a request in doubt. */
export function declinedRepeat({ problem }: Extract<Question, { kind: 'didItWork' }>): string {
  const said = Object.values(problem).flat().join(' ');
  return cut(`Sent again, the onboarding service declined it: ${said}`, 1_000);
}

/** What happens to somebody on a day that lies ahead. */
export function upcomingLine(day: Day, name: string, more?: string): string {
  return `${formatDay(day, 'en-GB')}: ${cut(name, 150)}${more ? `, ${cut(more, 80)}` : ''}`;
}

/** Who says that somebody is there says nothing about their sequences. */
export const sequencesUnconfirmed =
  'Frontdesk couldn’t confirm that the sequences were assigned. Check them in the onboarding service.';
