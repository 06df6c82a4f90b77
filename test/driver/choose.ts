import type { Option } from '@slack/types';
import { optionsOf } from '../../src/sandbox/block-kit/interactive.ts';
import type { Menu } from '../../src/sandbox/screen.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';
import type { Labelled } from './seen.ts';

/** Value for a field, in the words on the screen; an array for several, null to clear. */
export type FieldValue = string | string[] | null;

export interface MenuOnScreen {
  /** All options in order, including those in groups. */
  options: string[];
  groups: { label: string; options: string[] }[];
  descriptions: Record<string, string>;
  note: string | null;
}

export function seenMenu(menu: Menu): MenuOnScreen {
  const all = allOf(menu);
  const described = all.flatMap(({ text, description }) =>
    description ? [[text.text, description.text]] : [],
  );
  return {
    options: all.map(textOf),
    groups: menu.groups.map(({ label, options }) => ({ label: label.text, options: options.map(textOf) })),
    descriptions: Object.fromEntries(described),
    note: menu.note,
  };
}

function allOf(menu: Menu): Option[] {
  return [...menu.options, ...menu.groups.flatMap(({ options }) => options)];
}

function textOf(option: Option): string {
  return option.text.text;
}

/** Looks up the value of an option by its text in the menu. Throws when the menu doesn't show it. */
export async function chosenValue(
  workspace: Workspace,
  { element, label }: Labelled,
  value: FieldValue,
  menu: (query: string) => Promise<Menu | undefined>,
): Promise<FieldValue> {
  const look = lookUp(workspace, element, menu);
  if (value === null || !look) return value;
  const choose = async (text: string) => {
    const seen: string[] = [];
    for (const query of queriesFor(text)) {
      const options = await look(query);
      const found =
        options.find((one) => textOf(one) === text) ?? options.find(({ value }) => value === text);
      if (found?.value) return found.value;
      seen.push(...options.map(textOf));
    }
    throw new Error(
      `"${label}" has no option "${text}", only: ${[...new Set(seen)].join(', ') || 'nothing'}`,
    );
  };
  return Array.isArray(value) ? Promise.all(value.map(choose)) : choose(value);
}

/** Queries that find an option: the whole text or its beginning, since menus search names but show more. */
function queriesFor(text: string): string[] {
  const words = text.split(/\s+/);
  return [...new Set([text, words.slice(0, 2).join(' '), words[0] ?? ''])];
}

function lookUp(
  workspace: Workspace,
  element: Labelled['element'],
  menu: (query: string) => Promise<Menu | undefined>,
): ((text: string) => Promise<Option[]>) | undefined {
  if (element.type === 'external_select' || element.type === 'multi_external_select')
    return async (text) => {
      const shown = await menu(text);
      return shown ? allOf(shown) : [];
    };
  const named = namesFor(workspace, element.type) ?? optionsOf(element);
  return named.length > 0 ? async () => named : undefined;
}

function namesFor({ people, channels }: Workspace, type: string): Option[] | undefined {
  const option = (value: string, text: string): Option => ({ text: { type: 'plain_text', text }, value });
  if (type.endsWith('users_select'))
    return [...people.values()].map(({ id, realName }) => option(id, realName));
  if (type.endsWith('conversations_select') || type.endsWith('channels_select'))
    return [...channels.values()].map(({ id, name }) => option(id, name));
  return undefined;
}
