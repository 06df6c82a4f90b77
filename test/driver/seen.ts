import type { KnownBlock } from '@slack/types';
import { isObject } from '../../src/sandbox/block-kit/check.ts';
import { type Interactive, interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import { contentOf } from '../../src/sandbox/client/elements.ts';
import type {
  ElementState,
  ElementStates,
  Screen,
  ScreenMessage,
  ScreenView,
} from '../../src/sandbox/screen.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';

export interface ViewOnScreen
  extends Pick<ScreenView, 'id' | 'callbackId' | 'title' | 'submit' | 'close' | 'problem'> {
  texts: string[];
  fields: Record<string, FieldOnScreen>;
  /** Errors by label; empty when there are none. */
  errors: Record<string, string>;
  buttons: string[];
}

export interface MessageOnScreen
  extends Pick<ScreenMessage, 'ts' | 'text' | 'isEphemeral' | 'isEdited' | 'mentions'> {
  files: { id: string; name: string; title: string }[];
  channel: string;
  from: string;
  texts: string[];
  buttons: string[];
}

export function seenView(view: ScreenView, workspace: Workspace): ViewOnScreen {
  const { id, callbackId, title, submit, close, problem, blocks, elements, errors } = view;
  const fieldAt = (one: Labelled) => fieldOf(one, elements, errors, workspace);
  const entries = labelledIn(blocks).map((one) => [one.label, fieldAt(one)] as const);
  const wrong = entries.flatMap(([label, { error }]) => (error === null ? [] : [[label, error]]));
  return {
    ...{ id, callbackId, title, submit, close, problem },
    texts: textsIn(blocks),
    fields: Object.fromEntries(entries),
    errors: Object.fromEntries(wrong),
    buttons: buttonsIn(blocks),
  };
}

export function seenMessage(message: ScreenMessage, channel: string): MessageOnScreen {
  const { ts, text, blocks, isEphemeral, isEdited, mentions, from } = message;
  const files = [...(message.files ?? [])];
  const [texts, buttons] = [textsIn(blocks), buttonsIn(blocks)];
  return { ts, channel, from: from.name, text, texts, buttons, isEphemeral, isEdited, mentions, files };
}

export function described(screen: Screen, workspace: Workspace): string {
  const views = screen.views.map((view) => JSON.stringify(seenView(view, workspace)));
  const home = screen.home ? [`home: ${JSON.stringify(seenView(screen.home, workspace))}`] : [];
  const messages = [...screen.channels, screen.app].flatMap((channel) =>
    channel.messages.map((message) => `#${channel.name}: ${message.text}`),
  );
  const notices = screen.notices.map(({ text }) => `notice: ${text}`);
  return [...home, ...views, ...messages.slice(-5), ...notices].join('\n') || 'nothing';
}

interface FieldOnScreen {
  kind: string;
  /** Text, chosen option or name; an array for a multi-select; null when empty. */
  value: string | string[] | null;
  error: string | null;
  hint: string | null;
  placeholder: string | null;
  isOptional: boolean;
}

export interface Labelled extends Interactive {
  label: string;
}

/** Elements other than buttons, with their labels: an input's label, a section's text, else the placeholder. */
export function labelledIn(blocks: readonly KnownBlock[]): Labelled[] {
  return interactiveIn(blocks)
    .filter(({ element }) => element.type !== 'button')
    .map((one) => ({ ...one, label: labelOf(one) }));
}

function labelOf({ block, element, actionId }: Interactive): string {
  if (block.type === 'input') return block.label.text;
  if (block.type === 'section' && block.text) return block.text.text;
  return placeholderOf(element) ?? actionId;
}

function placeholderOf(element: Interactive['element']): string | null {
  return 'placeholder' in element && element.placeholder ? element.placeholder.text : null;
}

function fieldOf(
  one: Labelled,
  elements: ElementStates,
  errors: Record<string, string>,
  workspace: Workspace,
): FieldOnScreen {
  const { block, element, blockId, actionId } = one;
  const isInput = block.type === 'input';
  const state = elements[blockId]?.[actionId];
  return {
    kind: element.type,
    value: state ? shownValue(state, workspace) : null,
    error: errors[blockId] ?? null,
    hint: isInput ? (block.hint?.text ?? null) : null,
    placeholder: placeholderOf(element),
    isOptional: isInput ? (block.optional ?? false) : true,
  };
}

function shownValue(state: ElementState, workspace: Workspace): FieldOnScreen['value'] {
  if (state.selected_options) return state.selected_options.map((option) => option.text.text);
  if (state.selected_option) return state.selected_option.text.text;
  const contents = contentOf(state).map((one) => nameOf(one, workspace));
  const isList = Object.values(state).some(Array.isArray);
  return isList ? contents : (contents[0] ?? null);
}

function nameOf(value: string, { people, channels }: Workspace): string {
  return people.get(value)?.realName ?? channels.get(value)?.name ?? value;
}

/** Texts of the blocks in reading order, without buttons and inputs. */
export function textsIn(blocks: readonly KnownBlock[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'header':
      case 'alert':
        return [block.text.text];
      case 'markdown':
        return [block.text];
      case 'section':
        return [...(block.text ? [block.text.text] : []), ...(block.fields ?? []).map(({ text }) => text)];
      case 'context':
        return block.elements.flatMap((element) => ('text' in element ? [element.text] : [element.alt_text]));
      case 'rich_text':
      case 'table':
        return textLeaves(block);
      default:
        return [];
    }
  });
}

function textLeaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textLeaves);
  if (!isObject(value)) return [];
  if (typeof value.text === 'string') return [value.text];
  return Object.values(value).flatMap(textLeaves);
}

function buttonsIn(blocks: readonly KnownBlock[]): string[] {
  return interactiveIn(blocks).flatMap(({ element }) =>
    element.type === 'button' ? [element.text.text] : [],
  );
}
