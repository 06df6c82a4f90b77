import type { Unreached } from '../../../ledger/outbox/message.ts';
import { cut } from '../../../slack/views/blocks.ts';
import { listOf } from '../messages.ts';
import {
  type Companion,
  companionsOf,
  type HireRequest,
  isUnconfirmed,
  rolesOf,
  unreachedCompanions,
} from '../request.ts';

/** What follows once somebody has been added, and who of those who are there for them could not be notified. */

export function whatNext(request: HireRequest): string {
  const leftOut = unreachedCompanions(request).map(({ as }) => as);
  const told = companionsOf(request.payload).filter(({ as }) => !leftOut.includes(as));
  return [...notifying(told.map(({ roles }) => listOf(roles))), ...aboutSequences(request)].join(' ');
}

/** What is promised of a manager and a buddy before their messages are in Slack. @param chosen who may be reached */
function notifying(chosen: readonly string[]): string[] {
  if (chosen.length === 0) return [];
  const who = listOf(chosen.map((one) => `the ${one}`));
  return [`Frontdesk is notifying ${who} in Slack. If that doesn’t work, you’ll get a message.`];
}

function aboutSequences(request: HireRequest): string[] {
  // What they get in the service nobody here knows.
  if (request.context.addedElsewhere) return [];
  if (isUnconfirmed(request)) return [unconfirmed(request)];
  if (request.context.sequenceNames.length > 0) return ['The sequences were assigned.'];
  // The service assigns sequences to this role alone.
  return request.payload.role === 0 ? ['You didn’t choose any sequences.'] : [];
}

/** To HR: somebody has rights in the service now. */
export function addedWithRole({ context, outcome }: HireRequest): string {
  const name = cut(context.personName, 140);
  const role = cut(context.role?.label ?? '', 100);
  const isConfirmed = outcome?.kind === 'done' && outcome.confirmed;
  return isConfirmed
    ? `${name} has been added with the role ${role}.`
    : `${name} has been added. The request asked for the role ${role}.`;
}

/** In mrkdwn. */
export function requestedBy({ requester }: HireRequest): string {
  return `Requested by <@${requester}>`;
}

/** The person was found there after the answer was lost, or somebody said that they are there. */
export function unconfirmed({ context }: HireRequest): string {
  return (
    'Frontdesk couldn’t confirm that the sequences were assigned. ' +
    `Open the profile of ${cut(context.personName, 140)} in the onboarding service and check.`
  );
}

/** Why somebody was not notified. */
const reasons: Record<Unreached, string> = {
  notInSlack: 'nobody in Slack has their email address',
  deactivated: 'their Slack account is deactivated',
  noAddress: 'the onboarding service lists no email address for them',
  notAnEmployee: 'they’re no longer in the onboarding service',
  refused: 'Slack doesn’t deliver messages to them',
  cannotLookUp: 'Frontdesk couldn’t look them up in Slack',
};

/** Before anything is sent: what will happen when the message is due. */
export function wontBeNotified(name: string, roles: readonly Companion[], why: Unreached): string {
  return `${cut(name, 80)} (${listOf(roles)}) won’t be notified: ${reasons[why]}.`;
}

/** Who could not be notified, and why, a line each; empty where nobody is known to be left out. */
export function notNotified(request: HireRequest): string {
  const lines = unreachedCompanions(request).map(
    ({ as, why }) => `${whoIs(request, as)} wasn’t notified: ${reasons[why]}.`,
  );
  return lines.join('\n');
}

/** To HR: somebody who is there for the new hire, and got messages before, can't be reached any more. */
export function lostCompanion(request: HireRequest, as: Companion, why: Unreached): string {
  return `${whoIs(request, as)} won’t get messages about ${cut(request.context.personName, 140)} any more: ${reasons[why]}.`;
}

/** Below it: what HR can do. */
export function takeOver(request: HireRequest, as: Companion): string {
  const left = unreachedCompanions(request).map((one) => one.as);
  const others = companionsOf(request.payload).filter((one) => one.as !== as && !left.includes(one.as));
  const [ask] = others.map((one) => `Ask ${whoIs(request, one.as)} to take over, or choose somebody else.`);
  const roles = listOf(rolesOf(request, as) ?? [as]);
  return `${ask ?? 'Choose who takes over, and tell them.'} Then change the ${roles} in the onboarding service.`;
}

function whoIs(request: HireRequest, as: Companion): string {
  const name = request.context[`${as}Name`];
  const roles = listOf(rolesOf(request, as) ?? [as]);
  return name === undefined ? `The ${roles}` : `${cut(name, 100)} (${roles})`;
}

/** To the requester, when the message about the outcome is in Slack already. */
export function notNotifiedOf({ context }: HireRequest): string {
  return `About ${cut(context.personName, 140)}, who has been added:`;
}
