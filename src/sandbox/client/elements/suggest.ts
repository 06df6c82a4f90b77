import type { Option, OptionGroup } from '@slack/types';
import { type Element, optionsOf } from '../../block-kit/interactive.ts';
import { readSuggestions } from '../../block-kit/suggestions.ts';
import { suggestionPayload } from '../../payloads/interaction.ts';
import type { Menu } from '../../screen.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome, Place } from '../../verbs.ts';
import type { Client } from '../client.ts';
import { words } from '../sentences.ts';
import { offeredConversations } from './conversation-options.ts';
import { findSpot, type Spot } from './find-element.ts';
import { menuKey } from './set-value.ts';

/** Slack asks the app for options from the third character on, unless the menu says otherwise. */
const usualQueryLength = 3;

/** Opens a menu, or types into it: what it shows then. */
export async function suggest(
  slack: Slack,
  client: Client,
  verb: { place: Place; blockId: string; actionId: string; query: string },
): Promise<Outcome> {
  const spot = findSpot(slack, client, verb);
  if (!spot) return { outcome: 'refused', text: 'There is no such menu in sight.' };
  const { element } = spot.one;
  if (element.type === 'external_select' || element.type === 'multi_external_select') {
    const least = element.min_query_length ?? usualQueryLength;
    if ([...verb.query].length < least)
      return menu({
        note: `Type at least ${least} ${least === 1 ? 'character' : 'characters'} to see options`,
      });
    return menu(await loaded(slack, client, spot, verb.query));
  }
  return menu(ownOptions(slack, client, element, verb.query));
}

function menu(shown: Partial<Menu>): Outcome {
  const { options = [], groups = [], note } = shown;
  const isEmpty = options.length === 0 && groups.length === 0;
  return { outcome: 'menu', menu: { options, groups, note: note ?? (isEmpty ? words.noResults : null) } };
}

async function loaded(slack: Slack, client: Client, spot: Spot, query: string): Promise<Partial<Menu>> {
  const answer = await slack.delivery.deliver(
    suggestionPayload(slack, client.person, spot.scene, spot.one, query),
  );
  const read = answer.ok ? readSuggestions(answer.body) : { problems: [] };
  if ('problems' in read) return { note: words.notLoaded };
  const all = [...read.options, ...read.groups.flatMap((group) => group.options)];
  spot.canvas.menus.set(menuKey(spot.one), all);
  return read;
}

/** Menus that need no app: Slack searches in what it knows. */
function ownOptions(slack: Slack, client: Client, element: Element, query: string): Partial<Menu> {
  const { people } = slack.workspace;
  const fits = (text: string) => text.toLowerCase().includes(query.toLowerCase());
  const named = (id: string, text: string): Option => ({ text: { type: 'plain_text', text }, value: id });
  if (element.type.endsWith('users_select')) {
    const active = [...people.values()].filter((person) => !person.isDeleted);
    return {
      options: active.map(({ id, realName }) => named(id, realName)).filter((one) => fits(one.text.text)),
    };
  }
  if (element.type.endsWith('conversations_select') || element.type.endsWith('channels_select')) {
    const conversations = offeredConversations(slack, client, element);
    return {
      options: conversations.map(({ id, name }) => named(id, name)).filter((one) => fits(one.text.text)),
    };
  }
  const groups = 'option_groups' in element && element.option_groups ? element.option_groups : [];
  if (groups.length > 0) return { groups: groups.map((group) => narrowed(group, fits)).filter(hasOptions) };
  return { options: optionsOf(element).filter((option) => fits(option.text.text)) };
}

function narrowed(group: OptionGroup, fits: (text: string) => boolean): OptionGroup {
  return { ...group, options: group.options.filter((option) => fits(option.text.text)) };
}

function hasOptions(group: OptionGroup): boolean {
  return group.options.length > 0;
}
