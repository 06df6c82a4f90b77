import type { Message } from '../../workspace/channels.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Canvas, Client } from '../client.ts';
import { statesIn } from '../elements/element-state.ts';

/** Finds a message that this person can see. */
export function visibleMessage({ channels }: Workspace, client: Client, at: { channel: string; ts: string }) {
  const channel = channels.get(at.channel);
  if (!channel?.members.has(client.person.id)) return undefined;
  const message = channel.messages.find(({ ts }) => ts === at.ts);
  if (!message || (message.onlyFor && message.onlyFor !== client.person.id)) return undefined;
  return { message, channelName: channel.name };
}

/** A person's element state in a message; kept across edits while the ids stay. */
export function messageCanvas(client: Client, message: Message): Canvas {
  const before = client.messages.get(message);
  if (before?.blocks === message.blocks) return before;
  const canvas: Canvas = {
    blocks: message.blocks,
    elements: statesIn(message.blocks, before?.elements),
    menus: before?.menus ?? new Map(),
    trouble: [],
  };
  client.messages.set(message, canvas);
  return canvas;
}
