import type { InstalledApp } from '../app/installed-app.ts';
import type { Canvas, OpenView } from '../client/client.ts';
import type { Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/message-object.ts';
import { viewObject } from './view-object.ts';

export interface SeenMessage {
  message: Message;
  channelName: string;
}

export type MessageScene = SeenMessage & { in: 'message'; canvas: Canvas };

export type Scene = { in: 'view'; open: OpenView } | MessageScene;

/** Payload fields for the place of an interaction. */
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
    // Ephemeral messages aren't included: Slack doesn't store them.
    ...(message.onlyFor === undefined && { message: messageObject(message, app) }),
  };
}
