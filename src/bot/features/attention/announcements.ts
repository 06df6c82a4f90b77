import { z } from 'zod';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { defineMessage, defineRequestMessage, ofAnyKind } from '../../requests/define-message.ts';
import { say } from './messages.ts';
import * as outgoing from './outgoing.ts';
import { question } from './question-message.ts';

const cancelled = defineRequestMessage(
  'request.cancelled',
  ofAnyKind,
  (request) =>
    request.outcome?.kind === 'cancelled' ? outgoing.cancelled(request, request.outcome.by) : undefined,
  () => say().labels.cancelled,
);

export const attentionMessages = [
  defineMessage({
    name: 'outage',
    about: z.object({ code: z.string() }),
    build: ({ code }) => outgoing.heldUp(code),
  }),
  defineMessage({
    name: 'outage.over',
    about: z.object({}),
    build: (_none) => outgoing.goesOn(),
  }),
  defineMessage({
    name: 'request.unreadable',
    about: z.object({ id: z.string() }),
    build: ({ id }) => outgoing.setAside(id),
  }),
  defineMessage({
    name: 'channel.blocked',
    about: z.object({ channel: z.string(), code: z.string() }),
    build: (blocked, { settings }) =>
      outgoing.blocked({ ...blocked, isForHr: blocked.channel === settings.privateChannel }),
  }),
  question,
  cancelled,
];

export function cancelledAnnouncements(request: Request): NewMessage[] {
  const { id: requestId, outcome, requester, cancelBy } = request;
  if (outcome?.kind !== 'cancelled' || (outcome.by === requester && cancelBy === null)) return [];
  const recipient = { channel: requester, confidential: true } as const;
  return [cancelled.message({ requestId, purpose: 'cancelled', recipient }, {})];
}
