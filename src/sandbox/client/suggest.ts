import type { Option } from '@slack/types';
import { type Element, optionsOf } from '../block-kit/interactive.ts';
import { readSuggestions } from '../block-kit/read.ts';
import type { Menu, Outcome } from '../screen.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import { findElement, offeredConversations, type Spot } from './elements.ts';
import { menuKey } from './inputs.ts';
import { type HandlerParts, refused, sentences, type VerbOf } from './perform.ts';

/** Minimum query length before Slack asks the app for options, unless the menu overrides it. */
const usualQueryLength = 3;

export async function suggest(parts: HandlerParts, client: Client, verb: VerbOf<'suggest'>) {
  const spot = findElement(parts.workspace, client, verb);
  if (!spot) return refused('This menu is no longer there.');
  const { element } = spot.one;
  if (element.type !== 'external_select' && element.type !== 'multi_external_select')
    return menu(ownOptions(parts.workspace, client, element, verb.query));
  const least = element.min_query_length ?? usualQueryLength;
  if ([...verb.query].length < least) return menu({ note: sentences.typeAtLeast(least) });
  return menu(await loaded(parts, client, spot, verb.query));
}

function menu(shown: Partial<Menu>): Outcome {
  const { options = [], groups = [], note } = shown;
  const isEmpty = options.length === 0 && groups.length === 0;
  return { outcome: 'menu', menu: { options, groups, note: note ?? (isEmpty ? sentences.noResults : null) } };
}

async function loaded(
  { interactions }: HandlerParts,
  client: Client,
  { canvas, scene, one }: Spot,
  query: string,
) {
  const answer = await interactions.suggestion(client.person, scene, one, query);
  if (!answer.ok) return { note: sentences.notLoaded };
  const read = readSuggestions(answer.body);
  if ('problems' in read) return { note: sentences.badOptions };
  const all = [...read.options, ...read.groups.flatMap((group) => group.options)];
  canvas.menus.set(menuKey(one), all);
  return read;
}

function ownOptions(workspace: Workspace, client: Client, element: Element, query: string): Partial<Menu> {
  const fits = ({ text }: Option) => text.text.toLowerCase().includes(query.toLowerCase());
  const fitting = (options: readonly Option[]) => ({ options: options.filter(fits) });
  const named = (id: string, text: string): Option => ({ text: { type: 'plain_text', text }, value: id });
  if (element.type.endsWith('users_select')) {
    const active = [...workspace.people.values()].filter((person) => !person.isDeleted);
    return fitting(active.map(({ id, realName }) => named(id, realName)));
  }
  if (element.type.endsWith('conversations_select') || element.type.endsWith('channels_select')) {
    const conversations = offeredConversations(workspace, client, element);
    return fitting(conversations.map(({ id, name }) => named(id, name)));
  }
  const groups = 'option_groups' in element && element.option_groups ? element.option_groups : [];
  if (groups.length === 0) return fitting(optionsOf(element));
  const searched = groups.map((group) => ({ ...group, ...fitting(group.options) }));
  return { groups: searched.filter(({ options }) => options.length > 0) };
}
