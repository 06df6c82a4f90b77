import type { InstalledApp } from '../app/installed-app.ts';
import type { Message } from './channels.ts';

/** A message as the Web API and payloads show it. */
export function messageObject(message: Message, app: InstalledApp) {
  return {
    type: 'message',
    user: message.from.id,
    ts: message.ts,
    text: message.text,
    team: app.team.id,
    ...(message.from.isApp && { bot_id: app.botId, app_id: app.id }),
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.isEdited && { edited: { user: message.from.id, ts: message.ts } }),
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...(message.metadata !== undefined && { metadata: message.metadata }),
    ...(message.files && { files: message.files, upload: false }),
  };
}

/** The app as the sender of a message. */
export function appSender({ botUserId, botName }: InstalledApp): Message['from'] {
  return { id: botUserId, name: botName, isApp: true };
}
