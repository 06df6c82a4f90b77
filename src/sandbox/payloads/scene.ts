import type { InstalledApp } from '../app/installed-app.ts';
import type { Canvas, OpenView } from '../client/client.ts';
import type { Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/message-object.ts';
import { viewObject } from './view-object.ts';

/** A message in its channel. */
export interface SeenMessage {
  message: Message;
  channelName: string;
}

export type MessageScene = SeenMessage & { in: 'message'; canvas: Canvas };

/** Where an interaction took place. */
export type Scene = { in: 'view'; open: OpenView } | MessageScene;

/** The fields of a payload that say where the interaction took place. */
export function sceneFields(app: InstalledApp, scene: Scene) {
  if (scene.in === 'view') {
    const { open } = scene;
    return { container: { type: 'view', view_id: open.id }, view: viewObject(app, open, open.elements) };
  }
  const { message, channelName } = scene;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: message.onlyFor !== undefined,
    },
    channel: { id: message.channel, name: channelName },
    // An ephemeral message is not sent along: Slack does not keep it.
    ...(message.onlyFor === undefined && { message: messageObject(message, app) }),
  };
}
