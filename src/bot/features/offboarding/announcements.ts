import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../ledger/outbox/message.ts';
import { defineRequestMessage } from '../../requests/define-message.ts';
import { unapprovedAnnouncements } from './approval/announcements.ts';
import { othersTold } from './earlier.ts';
import { say } from './messages.ts';
import { isOffboarding, type OffboardingRequest } from './request.ts';
import * as outcomes from './result.ts';

const outcome = defineRequestMessage(
  'offboarding.outcome',
  isOffboarding,
  async (request, context) => {
    const { outcome: end } = request;
    if (end?.kind === 'rejected')
      return outcomes.rejectedMessage(request, await context.declinedOf(request, end.problem));
    return end?.kind === 'done' ? outcomes.doneMessage(request) : undefined;
  },
  () => say().messageLabels.outcome,
);

/** To HR, and to the requesters of the offboarding that this one changes. */
const started = defineRequestMessage(
  'offboarding.started',
  isOffboarding,
  (request) => outcomes.privateMessage(request),
  () => say().messageLabels.started,
);

export const offboardingMessages = [outcome, started];

/**
 * Messages about an ended offboarding: only to the requester, earlier requesters and HR (in the private channel, if
 * usable), since departures are confidential.
 */
export function offboardingAnnouncements(request: OffboardingRequest): NewMessage[] {
  const { id: requestId, requester, payload, context } = request;
  const to = (purpose: string, recipient: Recipient) => ({ requestId, purpose, recipient });
  const toUser = (purpose: string, channel: string) => to(purpose, { channel, confidential: true });
  const { outcome: end } = request;
  if (end?.kind === 'cancelled' && end.why) return unapprovedAnnouncements(request, end.why);
  const toRequester = outcome.message(toUser('requester', requester), {});
  if (request.outcome?.kind !== 'done') return [toRequester];
  // Earlier requesters get it as a change to their plan.
  const others = othersTold(context.earlier, requester);
  const exceptUsers = [requester, ...others];
  return [
    toRequester,
    ...others.map((user) => started.message(toUser(`earlier:${user}`, user), {})),
    started.message(to('private', { hr: true, exceptUsers, exceptEmployee: payload.user }), {}),
  ];
}
