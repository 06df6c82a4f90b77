import type { KnownBlock } from '@slack/types';

/** Blocks and elements without an id get one, as Slack does. */
export function withIds(blocks: readonly KnownBlock[], newId: () => string): KnownBlock[] {
  return blocks.map((block) => withId(block, newId));
}

function withId(block: KnownBlock, newId: () => string): KnownBlock {
  const named = { ...block, block_id: block.block_id ?? newId() };
  const withAction = <E extends { action_id?: string }>(element: E): E => ({
    ...element,
    action_id: element.action_id ?? newId(),
  });
  if (named.type === 'input') return { ...named, element: withAction(named.element) };
  if (named.type === 'actions') return { ...named, elements: named.elements.map(withAction) };
  if (named.type === 'section' && named.accessory && named.accessory.type !== 'image')
    return { ...named, accessory: withAction(named.accessory) };
  return named;
}
