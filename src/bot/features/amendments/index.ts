import type { Bot } from '../../bot.ts';
import type { Feature, RequestPart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/employees.ts';
import { aboutRequest } from '../../requests/request-button.ts';
import { amendedMessage, followedMessage } from './announcements.ts';
import { amendmentWindows, possibleChanges } from './window.ts';

export function amendmentsFeature(services: Bot): Feature {
  const { typeOf } = services;
  return {
    listeners: Object.values(amendmentWindows).flatMap((window) => window.listeners(services)),
    personPage: (request, viewer) => partOf(request, viewer, typeOf(request)),
    messages: [amendedMessage, followedMessage(services)],
  };
}

function partOf(request: Request, viewer: Viewer, type: RequestType): RequestPart {
  if (!mayDecide(request, type, viewer)) return {};
  const buttons = possibleChanges(request, type).map(({ kind, sentences: { button: text } }) =>
    amendmentWindows[kind].button({ request: request.id }, aboutRequest(text, request)),
  );
  return { buttons };
}
