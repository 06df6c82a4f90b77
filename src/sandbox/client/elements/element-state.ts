import type { KnownBlock } from '@slack/types';
import { type Element, interactiveIn } from '../../block-kit/interactive.ts';
import type { ElementState, ElementStates } from '../../screen.ts';

/**
 * State of all elements that have any, initialized from the app's presets. When blocks are replaced, input in
 * `before` stays while block id, action id and type match; the new `initial_…` is then ignored
 * (docs.slack.dev/surfaces/modals, bolt-js#290).
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
};

/** State field of an element type; undefined without one (button, file). */
export function slotOf(type: string): Slot | undefined {
  return fields[type]?.[0];
}

/** Element state in Slack's shape; only its type if `content` is undefined. */
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

/** Content of an element as plain text or ids; an empty array if it's empty. */
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
