import { listOf, words } from '../../../../language.ts';
import type { Unreached } from '../../../ledger/outbox/message.ts';
import { say as sayRequests } from '../../../requests/messages.ts';
import { isUnconfirmed } from '../../../requests/result-views.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { labels } from '../messages.ts';
import { Companion, companionsOf, type HireRequest, rolesOf, unreachedCompanions } from '../request.ts';

function notifying(chosen: readonly string[]): string[] {
  if (chosen.length === 0) return [];
  const who = listOf(chosen.map((one) => `the ${one}`));
  return [`Frontdesk is notifying ${who}.`];
}

function aboutSequences(request: HireRequest): string[] {
  // Frontdesk doesn't know the sequences of people added elsewhere.
  if (request.context.addedElsewhere) return [];
  if (isUnconfirmed(request)) return [sayRequests().sequencesUnconfirmed];
  return request.context.sequenceNames.length > 0 ? ['Sequences assigned.'] : [];
}

function whoIs(request: HireRequest, as: Companion): string {
  const name = request.context[`${as}Name`];
  const roles = listOf(rolesOf(request, as) ?? [as]);
  return name === undefined ? `The ${roles}` : `${cut(name, 100)} (${roles})`;
}

const en = {
  /** Texts after a person was added: the next steps, and the companions who couldn't be notified. */

  whatNext(request: HireRequest): string {
    const leftOut = unreachedCompanions(request).map(({ as }) => as);
    const told = companionsOf(request.payload).filter(({ as }) => !leftOut.includes(as));
    return [...notifying(told.map(({ roles }) => listOf(roles))), ...aboutSequences(request)].join(' ');
  },
  addedWithRole({ context, outcome }: HireRequest): string {
    const name = cut(context.personName, 140);
    const role = cut(context.role?.label ?? '', 100);
    const isConfirmed = outcome?.kind === 'done' && outcome.confirmed;
    return isConfirmed
      ? `${name} has been added with the role ${role}.`
      : `${name} has been added. Requested role: ${role}.`;
  },
  /** @param roles the reader's own, which aren't repeated */
  addedBy({ requester, context }: HireRequest, roles: readonly Companion[]): string {
    const verb = context.addedElsewhere ? 'Announced' : 'Added';
    const others = Companion.options.flatMap((as) => {
      const name = context[`${as}Name`];
      return name === undefined || roles.includes(as)
        ? []
        : [`${labels[as]}: ${escapeMrkdwn(cut(name, 100))}.`];
    });
    return [`${verb} by <@${requester}>.`, ...others].join(' ');
  },
  whyYou: 'Frontdesk lets managers and buddies know about new hires.',
  requestedBy({ requester }: HireRequest): string {
    return `Requested by <@${requester}>`;
  },
  /** Shown before sending: this person won't get the message when it's due. */
  wontBeNotified(name: string, roles: readonly Companion[], why: Unreached): string {
    return `${cut(name, 80)} (${listOf(roles)}) won’t be notified: ${sayRequests().unreached[why]}.`;
  },
  /** Companions who couldn't be notified and why, one line each; empty if there are none. */
  notNotified(request: HireRequest): string {
    const lines = unreachedCompanions(request).map(
      ({ as, why }) => `${whoIs(request, as)} wasn’t notified: ${sayRequests().unreached[why]}.`,
    );
    return lines.join('\n');
  },
  lostCompanion(request: HireRequest, as: Companion, why: Unreached): string {
    return `${whoIs(request, as)} won’t get messages about ${cut(request.context.personName, 140)} any more: ${sayRequests().unreached[why]}.`;
  },
  takeOver: 'Choose who takes over.',
  notNotifiedOf({ context }: HireRequest): string {
    return `About ${cut(context.personName, 140)}:`;
  },
};

export const say = words({ en });
