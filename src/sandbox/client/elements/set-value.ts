import type { Option } from '@slack/types';
import { type Interactive, optionsOf } from '../../block-kit/interactive.ts';
import type { ElementState } from '../../screen.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Canvas, Client } from '../client.ts';
import { offeredConversations } from './conversation-options.ts';

type InputValue = string | string[] | null;

/** A value that no person could put into this element, e.g. an option that the menu does not show. */
export class NotPossible extends Error {
  override name = 'NotPossible';
}

/** Who types, and into what. */
interface Whose {
  workspace: Workspace;
  client: Client;
  canvas: Canvas;
}

/**
 * The element's state after a person typed or chose something.
 * Throws `NotPossible` when Slack would not let them.
 */
export function stateWith(whose: Whose, one: Interactive, value: InputValue): ElementState {
  const { canvas } = whose;
  const { element } = one;
  const { type } = element;
  switch (type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return { type, value: single(value) || null };
    case 'rich_text_input':
      return single(value) ? { type, rich_text_value: richText(single(value) ?? '') } : { type };
    case 'datepicker':
      return { type, selected_date: matching(value, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/) };
    case 'timepicker':
      return { type, selected_time: matching(value, /^([01]\d|2[0-3]):[0-5]\d$/) };
    case 'datetimepicker':
      return { type, selected_date_time: value === null ? null : Number(matching(value, /^\d{10}$/)) };
    case 'radio_buttons':
    case 'static_select':
    case 'external_select':
    case 'overflow':
      return { type, selected_option: value === null ? null : offered(canvas, one, single(value) ?? '') };
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select':
      return { type, selected_options: several(one, value).map((wanted) => offered(canvas, one, wanted)) };
    default:
      return idsState(whose, one, value);
  }
}

function idsState({ workspace, client }: Whose, one: Interactive, value: InputValue): ElementState {
  const { type } = one.element;
  const person = (id: string) => known(workspace.people.has(id), id);
  const channel = (id: string) =>
    known(
      offeredConversations(workspace, client, one.element).some((offered) => offered.id === id),
      id,
    );
  const only = (known: (id: string) => string) => {
    const id = single(value);
    return id === null ? null : known(id);
  };
  switch (type) {
    case 'users_select':
      return { type, selected_user: only(person) };
    case 'multi_users_select':
      return { type, selected_users: several(one, value).map(person) };
    case 'conversations_select':
      return { type, selected_conversation: only(channel) };
    case 'multi_conversations_select':
      return { type, selected_conversations: several(one, value).map(channel) };
    case 'channels_select':
      return { type, selected_channel: only(channel) };
    case 'multi_channels_select':
      return { type, selected_channels: several(one, value).map(channel) };
    default:
      throw new NotPossible(`You can’t put anything into a ${type}.`);
  }
}

function single(value: InputValue): string | null {
  if (Array.isArray(value)) throw new NotPossible('You can only choose one.');
  return value;
}

function several({ element }: Interactive, value: InputValue): string[] {
  const values = value === null ? [] : [value].flat();
  const most = 'max_selected_items' in element ? (element.max_selected_items ?? Infinity) : Infinity;
  if (values.length > most) throw new NotPossible(`You can choose up to ${most}.`);
  if (new Set(values).size < values.length) throw new NotPossible('You can’t choose the same option twice.');
  return values;
}

function matching(value: InputValue, pattern: RegExp): string | null {
  const text = single(value);
  if (text !== null && !pattern.test(text)) throw new NotPossible(`You can’t enter “${text}” here.`);
  return text;
}

function offered(canvas: Canvas, one: Interactive, wanted: string): Option {
  const state = canvas.elements[one.blockId]?.[one.actionId];
  const chosen = [state?.selected_option ?? [], state?.selected_options ?? []].flat();
  const options = [...optionsOf(one.element), ...(canvas.menus.get(menuKey(one)) ?? []), ...chosen];
  const option = options.find(({ value }) => value === wanted);
  if (!option) throw new NotPossible(`The menu has no option “${wanted}”.`);
  return option;
}

function known(isKnown: boolean, id: string): string {
  if (!isKnown) throw new NotPossible(`You can’t choose ${id} here.`);
  return id;
}

export function menuKey({ blockId, actionId }: { blockId: string; actionId: string }): string {
  return `${blockId}/${actionId}`;
}

function richText(text: string) {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
  return { type: 'rich_text', elements: [section] };
}
