import type { Bot } from '../../bot.ts';
import type { Feature } from '../../feature.ts';
import { mayDecide } from '../../requests/employees.ts';
import { aboutRequest } from '../../requests/request-button.ts';
import { amendedMessage, followedMessage } from './announcements.ts';
import { amendmentWindows, possibleChanges } from './window.ts';

export function amendmentsFeature(services: Bot): Feature {
  const { typeOf } = services;
  return {
    listeners: Object.values(amendmentWindows).flatMap((window) => window.listeners(services)),
    personPage(request, viewer) {
      const type = typeOf(request);
      if (!mayDecide(request, type, viewer)) return {};
      const buttons = possibleChanges(request, type).map(({ kind, sentences: { button: text } }) =>
        amendmentWindows[kind].button({ request: request.id }, aboutRequest(text, request)),
      );
      return { buttons };
    },
    messages: [amendedMessage, followedMessage.with(services)],
  };
}
