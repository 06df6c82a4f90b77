import type { Unreached } from '../../../ledger/outbox/message.ts';
import { cut } from '../../../slack/views/blocks.ts';
import type { HireRequest } from '../request.ts';

/** Every sentence about the manager or the buddy who could not be notified. */

type Companion = 'manager' | 'buddy';

/** Why somebody was not notified. */
const reasons: Record<Unreached, string> = {
  notInSlack: 'nobody in Slack has their email address',
  noAddress: 'the onboarding service lists no email address for them',
  notAnEmployee: 'they’re no longer in the onboarding service',
  refused: 'Slack doesn’t deliver messages to them',
  cannotLookUp: 'Frontdesk couldn’t look them up in Slack',
};

/** What is promised of a manager and a buddy before their messages are in Slack. @param chosen who may be reached */
export function notifying(chosen: readonly Companion[]): string {
  const who = new Intl.ListFormat('en-GB').format(chosen.map((one) => `the ${one}`));
  return `Frontdesk is notifying ${who} in Slack. If that doesn’t work, you’ll get a message.`;
}

/** Who could not be notified, and why, a line each; empty where nobody is known to be left out. */
export function notNotified({ context }: HireRequest): string {
  const lines = (context.unreached ?? []).flatMap(({ purpose, why }) =>
    purpose === 'manager' || purpose === 'buddy' ? [notNotifiedLine(context, purpose, why)] : [],
  );
  return lines.join('\n');
}

function notNotifiedLine(
  { managerName, buddyName }: HireRequest['context'],
  as: Companion,
  why: Unreached,
): string {
  const name = as === 'manager' ? managerName : buddyName;
  const who = name === undefined ? `The ${as}` : `${cut(name, 100)} (${as})`;
  return `${who} wasn’t notified: ${reasons[why]}.`;
}

/** To the requester, when the message about the outcome is in Slack already. */
export function notNotifiedOf({ context }: HireRequest): string {
  return `About ${cut(context.personName, 140)}, who has been added:`;
}
