import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { hostOf } from '../../storage/webhook-endpoints.ts';
import { givenUpMessage } from './given-up.ts';
import { say } from './messages.ts';
import { webhooksWindow, webhookWindow } from './windows.ts';

/** Events for other systems: who gets them, and what became of them. */
export function webhooksFeature(services: Bot): Feature {
  return {
    listeners: [webhooksWindow, webhookWindow].flatMap((window) => window.listeners(services)),
    messages: [givenUpMessage(services)],
    async settings({ role }) {
      if (role !== 'hr') return [];
      const hosts = (await services.endpoints.list()).map(({ url }) => hostOf(url));
      const accessory = webhooksWindow.button({}, { text: say().title });
      return [{ ...paragraph(say().shown(hosts)), accessory }];
    },
  };
}
