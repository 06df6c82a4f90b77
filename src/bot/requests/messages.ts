import { type Day, formatDay } from '../../time/dates.ts';
import type { Question } from '../ledger/requests/request.ts';
import { cut } from '../slack/views/blocks.ts';

/** What the service said to the repeat of a request in doubt. */
export function declinedRepeat({ problem }: Extract<Question, { kind: 'didItWork' }>): string {
  const said = Object.values(problem).flat().join(' ');
  return cut(`Sent again, the onboarding service declined it: ${said}`, 1_000);
}

/** A calendar day that was entered. */
export function dayEntered(day: Day): string {
  return formatDay(day, 'en-GB');
}

/** The same in a few words, beside somebody who starts or leaves. */
export const sequencesOpen = 'Sequences not confirmed';

/** Who says that somebody is there says nothing about their sequences. */
export const sequencesUnconfirmed =
  'Frontdesk couldn’t confirm that the sequences were assigned. Check them in the onboarding service.';

/** Of sequences that were chosen while they could be. */
export function goneSequences(names: readonly string[]): string {
  const all = new Intl.ListFormat('en-GB').format(names.map((name) => `“${cut(name, 80)}”`));
  return `${all} can’t be chosen any more. Remove ${names.length === 1 ? 'it' : 'them'}.`;
}
