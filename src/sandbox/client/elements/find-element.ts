import { type Interactive, interactiveIn } from '../../block-kit/interactive.ts';
import type { Scene } from '../../payloads/interaction.ts';
import type { Slack } from '../../slack.ts';
import type { Place } from '../../verbs.ts';
import type { Message } from '../../workspace/channels.ts';
import { type Canvas, type Client, topView } from '../client.ts';
import { initialStates, keptStates } from './element-state.ts';

/** Something a person can do something with, and all that is known of where it stands. */
export interface Spot {
  canvas: Canvas;
  scene: Scene;
  one: Interactive;
}

/** A message that this person can see. */
export function visibleMessage(
  slack: Slack,
  client: Client,
  channelId: string,
  ts: string,
): { message: Message; channelName: string } | undefined {
  const channel = slack.workspace.channels.get(channelId);
  if (!channel?.members.has(client.person.id)) return undefined;
  const message = channel.messages.find((one) => one.ts === ts);
  if (!message || (message.onlyFor && message.onlyFor !== client.person.id)) return undefined;
  return { message, channelName: channel.name };
}

/** The element that is meant, if it is before the person's eyes: of the modals only the top one can be used. */
export function findSpot(
  slack: Slack,
  client: Client,
  wanted: { place: Place; blockId: string; actionId: string },
): Spot | undefined {
  const found = canvasAt(slack, client, wanted.place);
  const one = interactiveIn(found?.canvas.blocks ?? []).find(
    ({ blockId, actionId }) => blockId === wanted.blockId && actionId === wanted.actionId,
  );
  return found && one && { ...found, one };
}

function canvasAt(slack: Slack, client: Client, place: Place): Omit<Spot, 'one'> | undefined {
  if (place.in === 'message') return messageAt(slack, client, place);
  const open = place.in === 'home' ? client.home : topView(client);
  if (!open || (place.in === 'view' && open.id !== place.viewId)) return undefined;
  return { canvas: open, scene: { in: 'view', open } };
}

function messageAt(
  slack: Slack,
  client: Client,
  place: { channel: string; ts: string },
): Omit<Spot, 'one'> | undefined {
  const found = visibleMessage(slack, client, place.channel, place.ts);
  if (!found) return undefined;
  const canvas = messageCanvas(client, found.message);
  return { canvas, scene: { in: 'message', ...found, elements: canvas.elements } };
}

/** What this person did to the elements of a message; kept over edits while the ids stay. */
export function messageCanvas(client: Client, message: Message): Canvas {
  const key = `${message.channel}/${message.ts}`;
  const before = client.messages.get(key);
  if (before?.blocks === message.blocks) return before;
  const canvas: Canvas = {
    blocks: message.blocks,
    elements: before ? keptStates(message.blocks, before.elements) : initialStates(message.blocks),
    menus: before?.menus ?? new Map(),
    trouble: [],
  };
  client.messages.set(key, canvas);
  return canvas;
}
