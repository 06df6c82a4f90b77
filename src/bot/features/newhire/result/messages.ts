import { cut } from '../../../slack/views/blocks.ts';
import { type HireRequest, isUnconfirmed } from '../request.ts';
import { notifying } from './unreached-messages.ts';

/** What is said about what follows once somebody has been added. */

export function whatNext(request: HireRequest): string {
  const { context, payload } = request;
  const isLeftOut = (as: string) => (context.unreached ?? []).some(({ purpose }) => purpose === as);
  const told = (['manager', 'buddy'] as const).filter((as) => payload[as] !== undefined && !isLeftOut(as));
  const first = told.length > 0 ? notifying(told) : '';
  // The service assigns sequences to this role alone.
  const none = payload.role === 0 ? 'You didn’t choose any sequences.' : '';
  return [first, aboutSequences(request) ?? none].filter(Boolean).join(' ');
}

/** What is known of the chosen sequences; undefined where none were chosen. */
function aboutSequences(request: HireRequest): string | undefined {
  if (request.context.sequenceNames.length === 0) return undefined;
  return isUnconfirmed(request) ? unconfirmed(request) : 'The sequences were assigned.';
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
