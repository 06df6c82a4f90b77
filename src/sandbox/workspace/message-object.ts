import type { Message } from './channels.ts';

/** A message as the Web API and payloads show it. */
export function messageObject(message: Message, app: { teamId: string; appId: string; botId: string }) {
  return {
    type: 'message',
    user: message.from.id,
    ts: message.ts,
    text: message.text,
    team: app.teamId,
    ...(message.from.isApp && { bot_id: app.botId, app_id: app.appId }),
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.isEdited && { edited: { user: message.from.id, ts: message.ts } }),
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...(message.metadata !== undefined && { metadata: message.metadata }),
  };
}
