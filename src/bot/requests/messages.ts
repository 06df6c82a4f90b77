import { words } from '../../language.ts';
import { type Day, formatDay } from '../../time/dates.ts';
import type { Question } from '../ledger/requests/request.ts';
import { cut } from '../slack/views/blocks.ts';

/** Quotes the service's refusal of a repeated request. */
export function declinedRepeat({ problem }: Extract<Question, { kind: 'didItWork' }>): string {
  const said = Object.values(problem).flat().join(' ');
  return cut(`Sent again, the onboarding service declined it: ${said}`, 1_000);
}

export const sequencesOpen = 'Sequences not confirmed';

/**
 * Error for sequences that have become unavailable since they were chosen.
 * @param names of the sequences
 */
export function goneSequences(names: readonly string[]): string {
  const all = new Intl.ListFormat('en-GB').format(names.map((name) => `“${cut(name, 80)}”`));
  return `${all} can’t be chosen any more. Remove ${names.length === 1 ? 'it' : 'them'}.`;
}

const en = {
  declinedRepeat,
  /** Formats an entered day. */
  dayEntered(day: Day): string {
    return formatDay(day, 'en-GB');
  },
  sequencesOpen,
  /** A confirmation that somebody exists doesn't cover their sequences. */
  sequencesUnconfirmed:
    'Frontdesk couldn’t confirm that the sequences were assigned. Check them in the onboarding service.',
  goneSequences,
};

export const say = words({ en });
