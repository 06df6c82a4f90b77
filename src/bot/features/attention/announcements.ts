import { z } from 'zod';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { explain, failureOf } from '../../onboarding/outage.ts';
import { defineMessage, defineRequestMessage, ofAnyKind } from '../../requests/define-message.ts';
import { channelTrouble } from '../../slack/posting/channels.ts';
import { markedNote, mrkdwn, paragraph } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';
import { question } from './question-message.ts';

/** Message of these sentences, a paragraph each. The first one is what a notification shows. */
function told(text: string, ...further: string[]) {
  return { text, blocks: [text, ...further].map((line) => paragraph(line)) };
}

const cancelled = defineRequestMessage(
  'request.cancelled',
  ofAnyKind,
  (request) => {
    const { outcome } = request;
    if (outcome?.kind !== 'cancelled') return undefined;
    const { text, blocks } = told(say().cancelled(request));
    return { text, blocks: [...blocks, markedNote(say().cancelledBy(request, outcome.by))] };
  },
  () => say().labels.cancelled,
);

export const attentionMessages = [
  defineMessage({
    name: 'outage',
    about: z.object({ code: z.string() }),
    build: ({ code }) => told(explain(failureOf(code)), say().untilMended),
  }),
  defineMessage({
    name: 'outage.over',
    about: z.object({}),
    build: (_none) => told(say().goesOn),
  }),
  defineMessage({
    name: 'request.unreadable',
    about: z.object({ id: z.string() }),
    build: ({ id }) => told(say().aside.told(id), say().aside.seeHome, say().aside.whatToDo),
  }),
  defineMessage({
    name: 'channel.blocked',
    about: z.object({ channel: z.string(), code: z.string() }),
    build(blocked, { settings }) {
      const isForHr = blocked.channel === settings.privateChannel;
      return { text: say().blocked, blocks: [mrkdwn(channelTrouble({ ...blocked, isForHr }))] };
    },
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
