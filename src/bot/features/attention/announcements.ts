import { z } from 'zod';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { defineMessage, defineRequestMessage, ofAnyKind } from '../../requests/define-message.ts';
import * as outgoing from './outgoing.ts';
import { question } from './question-message.ts';
import { words } from './words.ts';

const cancelled = defineRequestMessage(
  'request.cancelled',
  ofAnyKind,
  (request, { language }) =>
    request.outcome?.kind === 'cancelled'
      ? outgoing.cancelled(request, request.outcome.by, language)
      : undefined,
  (language) => words[language].labels.cancelled,
);

export const attentionMessages = [
  defineMessage({
    name: 'outage',
    about: z.object({ code: z.string() }),
    build: ({ code }, { language }) => outgoing.heldUp(code, language),
  }),
  defineMessage({
    name: 'outage.over',
    about: z.object({}),
    build: (_none, { language }) => outgoing.goesOn(language),
  }),
  defineMessage({
    name: 'request.unreadable',
    about: z.object({ id: z.string() }),
    build: ({ id }, { language }) => outgoing.setAside(id, language),
  }),
  defineMessage({
    name: 'channel.blocked',
    about: z.object({ channel: z.string(), code: z.string() }),
    build: (blocked, { settings, language }) =>
      outgoing.blocked({ ...blocked, isForHr: blocked.channel === settings.privateChannel }, language),
  }),
  question,
  cancelled,
];

/** Tells the requester that the request was cancelled, unless they cancelled it themselves just now. */
export function cancelledAnnouncements(request: Request): NewMessage[] {
  const { id: requestId, outcome, requester, cancelBy } = request;
  if (outcome?.kind !== 'cancelled' || (outcome.by === requester && cancelBy === null)) return [];
  const recipient = { channel: requester, confidential: true } as const;
  return [cancelled.message({ requestId, purpose: 'cancelled', recipient }, {})];
}
