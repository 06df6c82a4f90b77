import type { KnownBlock } from '@slack/types';
import { type Interactive, interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import { textLeaves } from '../../src/sandbox/block-kit/read.ts';
import { contentOf } from '../../src/sandbox/client/elements.ts';
import type { ElementState, ElementStates } from '../../src/sandbox/screen.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';

export interface FieldOnScreen {
  /** Kind of the element, such as "plain_text_input" or "external_select". */
  kind: string;
  /** Text, chosen option or name; an array for a multi-select; null when empty. */
  value: string | string[] | null;
  error: string | null;
  hint: string | null;
  placeholder: string | null;
  isOptional: boolean;
}

/** Element with its visible label. */
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

export function fieldOf(
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

export function buttonsIn(blocks: readonly KnownBlock[]): string[] {
  return interactiveIn(blocks).flatMap(({ element }) =>
    element.type === 'button' ? [element.text.text] : [],
  );
}
