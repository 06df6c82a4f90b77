import type { KnownBlock } from '@slack/types';
import { type Element, type Interactive, interactiveIn } from '../../block-kit/interactive.ts';
import type { ElementState, ElementStates } from '../../screen.ts';

/** The states of all elements that have one, as the app presets them. */
export function initialStates(blocks: readonly KnownBlock[]): ElementStates {
  return statesOf(blocks, ({ element }) => initialState(element));
}

/**
 * The states after new blocks took the place of old ones: what a person typed stays while block id, action id and
 * type stay, and then the new `initial_…` counts for nothing (docs.slack.dev/surfaces/modals, bolt-js#290).
 */
export function keptStates(blocks: readonly KnownBlock[], before: ElementStates): ElementStates {
  return statesOf(blocks, ({ element, blockId, actionId }) => {
    const old = before[blockId]?.[actionId];
    return old && old.type === element.type ? old : initialState(element);
  });
}

function statesOf(
  blocks: readonly KnownBlock[],
  stateOf: (one: Interactive) => ElementState | undefined,
): ElementStates {
  const states: ElementStates = {};
  for (const one of interactiveIn(blocks)) {
    const state = stateOf(one);
    if (state) states[one.blockId] = { ...states[one.blockId], [one.actionId]: state };
  }
  return states;
}

/** An untouched element's state in Slack's shape; undefined for elements without one (button, overflow, file). */
function initialState(element: Element): ElementState | undefined {
  const { type } = element;
  switch (type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return { type, value: element.initial_value ?? null };
    case 'rich_text_input':
      return element.initial_value ? { type, rich_text_value: element.initial_value } : { type };
    case 'datepicker':
      return { type, selected_date: element.initial_date ?? null };
    case 'timepicker':
      return { type, selected_time: element.initial_time ?? null };
    case 'datetimepicker':
      return { type, selected_date_time: element.initial_date_time ?? null };
    case 'radio_buttons':
    case 'static_select':
    case 'external_select':
      return { type, selected_option: element.initial_option ?? null };
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select':
      return { type, selected_options: element.initial_options ?? [] };
    default:
      return initialIds(element);
  }
}

function initialIds(element: Element): ElementState | undefined {
  const { type } = element;
  switch (type) {
    case 'users_select':
      return { type, selected_user: element.initial_user ?? null };
    case 'multi_users_select':
      return { type, selected_users: element.initial_users ?? [] };
    case 'conversations_select':
      return { type, selected_conversation: element.initial_conversation ?? null };
    case 'multi_conversations_select':
      return { type, selected_conversations: element.initial_conversations ?? [] };
    case 'channels_select':
      return { type, selected_channel: element.initial_channel ?? null };
    case 'multi_channels_select':
      return { type, selected_channels: element.initial_channels ?? [] };
    default:
      return undefined;
  }
}

/** What is in an element, as plain text or ids; an empty array when there is nothing. */
export function contentOf(state: ElementState): string[] {
  const { type: _type, ...content } = state;
  return Object.values(content)
    .flat()
    .filter((one) => one !== null && one !== undefined)
    .map((one) => (typeof one === 'object' && 'value' in one ? String(one.value) : plain(one)));
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
