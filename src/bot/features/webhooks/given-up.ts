import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { NewMessage } from '../../ledger/outbox/message.ts';
import { defineMessage } from '../../requests/define-message.ts';
import { messageOf } from '../../requests/result-views.ts';
import { row } from '../../slack/views/blocks.ts';
import { hostOf } from '../../storage/webhook-endpoints.ts';
import { say } from './messages.ts';
import { webhooksWindow } from './windows.ts';

const name = 'webhooks.given_up';

/** To HR, once a day at most for an endpoint. */
export function eventsGivenUp(endpoint: string, day: string): NewMessage {
  const purpose = `undelivered:${endpoint}:${day}`;
  return { purpose, recipient: { hr: true }, name, about: { endpoint } };
}

export const givenUpMessage = ({ endpoints, ledger }: Pick<Bot, 'endpoints' | 'ledger'>) =>
  defineMessage({
    name,
    label: () => say().toldLabel,
    about: z.object({ endpoint: z.string() }),
    async build({ endpoint: id }) {
      const endpoint = await endpoints.find(id);
      const { givenUp } = await ledger.webhooks.stateOf(id);
      if (!endpoint || givenUp === 0) return undefined;
      const open = webhooksWindow.button({}, { text: say().title });
      return messageOf(say().told(hostOf(endpoint.url), givenUp), ...row(open));
    },
  });
