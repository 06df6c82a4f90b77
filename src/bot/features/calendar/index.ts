import { z } from 'zod';
import { entryMessage } from '../../calendar/entries.ts';
import type { Feature } from '../../feature.ts';
import type { NewMessage } from '../../ledger/outbox/enqueue.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

export function calendarFeature(): Feature {
  return { messages: [entryMessage, notAllowedMessage] };
}

const notAllowedMessage = defineMessage({
  name: 'calendar.not-allowed',
  label: () => say().label,
  about: z.object({ code: z.string() }),
  build({ code }) {
    const { notAllowed, whatToDo } = say();
    const lines = [notAllowed, whatToDo(code)];
    return { text: lines.join(' '), blocks: lines.map(paragraph) };
  },
});

/** Sent once per Slack reason; again only after the earlier message's record was deleted. */
export function notAllowed(code: string): NewMessage {
  return notAllowedMessage.message({ purpose: `calendar files ${code}`, recipient: { hr: true } }, { code });
}
