import { words } from '../../language.ts';
import { type Day, formatDay } from '../../time/dates.ts';
import type { Question, Request } from '../ledger/requests/request.ts';
import { cut } from '../slack/views/blocks.ts';

export function declinedRepeat({ problem }: Extract<Question, { kind: 'didItWork' }>): string {
  const said = Object.values(problem).flat().join(' ');
  return cut(`Sent again, the onboarding service declined it: ${said}`, 1_000);
}

export const sequencesOpen = 'Sequences not confirmed';

export function goneSequences(names: readonly string[]): string {
  const all = new Intl.ListFormat('en-GB').format(names.map((name) => `“${cut(name, 80)}”`));
  return `No longer available: ${all}. Remove ${names.length === 1 ? 'it' : 'them'}.`;
}

const states = {
  proposed: 'Proposed',
  awaiting_approval: 'Waiting for HR',
  pending: 'Saved, not sent yet',
  delivering: 'Sending',
  outcome_unknown: 'Checking whether it worked',
  needs_review: 'Needs an answer',
  done: 'Done',
  rejected: 'Declined',
  cancelled: 'Cancelled',
} as const satisfies Record<Request['state'], string>;

const en = {
  states,
  declinedRepeat,
  dayEntered(day: Day): string {
    return formatDay(day, 'en-GB');
  },
  sequencesOpen,
  /** A confirmation that somebody exists doesn't cover their sequences. */
  sequencesUnconfirmed: 'Sequences not confirmed. Check them in the onboarding service.',
  goneSequences,
};

export const say = words({ en });
