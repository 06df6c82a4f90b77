import { z } from 'zod';
import { entryAgain } from '../../../calendar/entries.ts';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../../ledger/outbox/message.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import type { Audience } from '../../../requests/define-request.ts';
import { mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { firstDay } from '../reminders/calendar.ts';
import { Companion, companionsOf, type HireRequest, isHire } from '../request.ts';
import { companionAgain } from '../result/announcements.ts';
import { say } from './messages.ts';

/** To manager, buddy and requester: the hire has joined Slack. */
const joined = defineMessage({
  name: 'newhire.joined',
  label: () => say().labels.joined,
  about: z.object({ user: z.string() }),
  is: isHire,
  build({ user }, { request }) {
    if (request.calledOffAt !== null) return undefined;
    const text = say().joined(request);
    return { text, blocks: [paragraph(text), mrkdwn(say().sayHello(user))] };
  },
});

/** To the requester, after a notice that the manager or buddy wasn't in Slack. */
const reached = defineMessage({
  name: 'newhire.reached',
  label: () => say().labels.reached,
  about: z.object({ as: Companion }),
  is: isHire,
  build({ as }, { request }) {
    const { managerName, buddyName } = request.context;
    const name = as === 'manager' ? managerName : buddyName;
    if (name === undefined || request.calledOffAt !== null) return undefined;
    const text = say().reached(request, name);
    return { text, blocks: [paragraph(text)] };
  },
});

export const arrivalMessages = [joined, reached];

/** Messages to requester, manager and buddy that a hire has joined Slack. @param user the hire's Slack id */
export function joinedAnnouncements(request: HireRequest, user: string): NewMessage[] {
  const { id: requestId, requester, payload } = request;
  const to = (who: string, recipient: Recipient) =>
    joined.message({ requestId, purpose: `joined:${who}`, recipient }, { user });
  return [
    to('requester', { channel: requester }),
    ...companionsOf(payload).map(({ as, employee }) => to(as, { employee })),
  ];
}

/** Messages that a manager or buddy gets late, after joining Slack, and one to the requester about it. */
export function reachedAnnouncements(
  request: HireRequest,
  as: Companion,
  settings: Pick<Audience, 'reminders'>,
): NewMessage[] {
  const { id: requestId, requester } = request;
  const again = companionAgain(request, as);
  const toRequester = { requestId, purpose: `reached:${as}`, recipient: { channel: requester } };
  const entries = entryAgain(request, firstDay, { key: as, settings });
  return again ? [again, ...entries, reached.message(toRequester, { as })] : [];
}
