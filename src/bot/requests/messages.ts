import { listOf, words } from '../../language.ts';
import type { Unreached } from '../ledger/outbox/message.ts';
import type { Question, Request } from '../ledger/requests/request.ts';
import { cut } from '../slack/views/blocks.ts';

export function declinedRepeat({ problem }: Extract<Question, { kind: 'didItWork' }>): string {
  const said = Object.values(problem).flat().join(' ');
  return cut(`Sent again, the onboarding service declined it: ${said}`, 1_000);
}

export const sequencesOpen = 'Sequences not confirmed';

export function goneSequences(names: readonly string[]): string {
  const all = listOf(names.map((name) => `“${cut(name, 80)}”`));
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

/** Reasons why somebody can't get a message. */
const unreached: Record<Unreached, string> = {
  notInSlack: 'they’re not in Slack under their email',
  deactivated: 'their Slack account is deactivated',
  noAddress: 'they have no email address in the onboarding service',
  notAnEmployee: 'they’re no longer in the onboarding service',
  refused: 'Slack doesn’t deliver messages to them',
  cannotLookUp: 'Slack can’t look them up',
};

const en = {
  states,
  unreached,
  gone: 'This request can’t be shown any more.',
  notThis: 'This can’t be changed here any more.',
  /** The form was open while another person changed the request. */
  changed: 'Somebody else changed this. Check again.',
  /** A confirmation that somebody exists doesn't cover their sequences. */
  sequencesUnconfirmed: 'Sequences not confirmed. Check them in the onboarding service.',
  /** In mrkdwn. */
  profile: (url: string) => `<${url}|Open profile>`,
};

export const say = words({ en });
