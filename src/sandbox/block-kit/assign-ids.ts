import type { KnownBlock } from '@slack/types';
import type { Ids } from '../ids.ts';

/** Assigns ids to blocks and elements that have none, as Slack does. */
export function withIds(blocks: readonly KnownBlock[], ids: Ids): KnownBlock[] {
  return blocks.map((block) => withId(block, ids));
}

function withId(block: KnownBlock, ids: Ids): KnownBlock {
  const named = { ...block, block_id: block.block_id ?? ids.short() };
  const withAction = <E extends { action_id?: string }>(element: E): E => ({
    ...element,
    action_id: element.action_id ?? ids.short(),
  });
  if (named.type === 'input') return { ...named, element: withAction(named.element) };
  if (named.type === 'actions') return { ...named, elements: named.elements.map(withAction) };
  if (named.type === 'section' && named.accessory && named.accessory.type !== 'image')
    return { ...named, accessory: withAction(named.accessory) };
  return named;
}
