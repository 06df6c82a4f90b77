import type { ConversationsSelect, KnownBlock, MultiConversationsSelect } from '@slack/types';
import { type Element, type Interactive, interactiveIn } from '../block-kit/interactive.ts';
import type { Scene } from '../payloads/interactions.ts';
import type { ElementState, ElementStates, Place } from '../screen.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Canvas, Client } from './client.ts';

/**
 * Initialized from the app's presets. When blocks are replaced, input in `before` stays while block id,
 * action id and type match; the new `initial_…` is then ignored (docs.slack.dev/surfaces/modals,
 * bolt-js#290).
 */
export function statesIn(blocks: readonly KnownBlock[], before: ElementStates = {}): ElementStates {
  const states: ElementStates = {};
  for (const { element, blockId, actionId } of interactiveIn(blocks)) {
    const old = before[blockId]?.[actionId];
    const state = old?.type === element.type ? old : initialState(element);
    if (state) states[blockId] = { ...states[blockId], [actionId]: state };
  }
  return states;
}

export type Slot = Exclude<keyof ElementState, 'type'>;

/** By element type: its state field and its preset field. Overflow menus keep no state. */
const fields: Partial<Record<string, readonly [slot: Slot, preset?: string]>> = {
  plain_text_input: ['value', 'initial_value'],
  email_text_input: ['value', 'initial_value'],
  url_text_input: ['value', 'initial_value'],
  number_input: ['value', 'initial_value'],
  rich_text_input: ['rich_text_value', 'initial_value'],
  datepicker: ['selected_date', 'initial_date'],
  timepicker: ['selected_time', 'initial_time'],
  datetimepicker: ['selected_date_time', 'initial_date_time'],
  radio_buttons: ['selected_option', 'initial_option'],
  overflow: ['selected_option'],
  static_select: ['selected_option', 'initial_option'],
  external_select: ['selected_option', 'initial_option'],
  checkboxes: ['selected_options', 'initial_options'],
  multi_static_select: ['selected_options', 'initial_options'],
  multi_external_select: ['selected_options', 'initial_options'],
  users_select: ['selected_user', 'initial_user'],
  multi_users_select: ['selected_users', 'initial_users'],
  conversations_select: ['selected_conversation', 'initial_conversation'],
  multi_conversations_select: ['selected_conversations', 'initial_conversations'],
  channels_select: ['selected_channel', 'initial_channel'],
  multi_channels_select: ['selected_channels', 'initial_channels'],
  // Slack has no preset for files.
  file_input: ['files', 'initial_files'],
};

/** State field of an element type; undefined without one (button). */
export function slotOf(type: string): Slot | undefined {
  return fields[type]?.[0];
}

export function stateOf(type: string, slot: Slot, content: unknown): ElementState {
  return Object.assign<ElementState, object>({ type }, content === undefined ? {} : { [slot]: content });
}

function initialState(element: Element): ElementState | undefined {
  const [slot, preset] = fields[element.type] ?? [];
  if (!slot || !preset) return undefined;
  return stateOf(element.type, slot, Reflect.get(element, preset) ?? emptyIn(slot));
}

function emptyIn(slot: Slot): unknown {
  if (slot === 'rich_text_value') return undefined;
  return slot.endsWith('s') ? [] : null;
}

export function contentOf(state: ElementState): string[] {
  const { type: _type, ...content } = state;
  return Object.values(content)
    .flat()
    .filter((one) => one !== null && one !== undefined)
    .map((one) => {
      if (typeof one !== 'object') return String(one);
      return 'value' in one ? String(one.value) : JSON.stringify(one);
    });
}

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

export interface Spot {
  canvas: Canvas;
  scene: Scene;
  one: Interactive;
}

export function findElement(
  workspace: Workspace,
  client: Client,
  wanted: { place: Place; blockId: string; actionId: string },
): Spot | undefined {
  const found = canvasAt(workspace, client, wanted.place);
  const one = interactiveIn(found?.canvas.blocks ?? []).find(
    ({ blockId, actionId }) => blockId === wanted.blockId && actionId === wanted.actionId,
  );
  return found && one && { ...found, one };
}

function canvasAt(workspace: Workspace, client: Client, place: Place): Omit<Spot, 'one'> | undefined {
  if (place.in === 'message') {
    const found = visibleMessage(workspace, client, place);
    const canvas = found && messageCanvas(client, found.message);
    return canvas && { canvas, scene: { in: 'message', ...found, canvas } };
  }
  const open = place.in === 'home' ? client.home : client.views.at(-1);
  if (!open || (place.in === 'view' && open.id !== place.viewId)) return undefined;
  return { canvas: open, scene: { in: 'view', open } };
}

/**
 * Public channels in a channels menu; in a conversations menu, those the person can open and the filter
 * allows (docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object).
 */
export function offeredConversations(workspace: Workspace, client: Client, element: Element): Channel[] {
  const { id } = client.person;
  const isOffered = hasFilter(element) ? passes(element.filter) : ({ kind }: Channel) => kind === 'public';
  return [...workspace.channels.values()].filter(
    (channel) =>
      (channel.kind === 'public' || channel.members.has(id)) && !channel.isArchived && isOffered(channel),
  );
}

function hasFilter(element: Element): element is ConversationsSelect | MultiConversationsSelect {
  return element.type === 'conversations_select' || element.type === 'multi_conversations_select';
}

function passes(filter: ConversationsSelect['filter'] = {}) {
  const { include, exclude_bot_users, exclude_external_shared_channels } = filter;
  return (channel: Channel): boolean => {
    const kind = channel.kind === 'direct' ? 'im' : channel.kind;
    if (include && !include.includes(kind)) return false;
    // The only direct conversations here are with the app, which is a bot.
    if (exclude_bot_users && kind === 'im') return false;
    return !(exclude_external_shared_channels && (channel.isExtShared || channel.isPendingExtShared));
  };
}
