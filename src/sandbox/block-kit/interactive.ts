import type {
  ActionsBlockElement,
  InputBlockElement,
  KnownBlock,
  Option,
  SectionBlockAccessory,
} from '@slack/types';
import type { Ids } from '../ids.ts';

export type Element = Exclude<
  ActionsBlockElement | InputBlockElement | SectionBlockAccessory,
  { type: 'image' }
>;

export interface Interactive {
  block: KnownBlock;
  blockId: string;
  actionId: string;
  element: Element;
  /** Pointer to the element within the list of blocks: "/0/elements/1". */
  pointer: string;
}

export function interactiveIn(blocks: readonly KnownBlock[]): Interactive[] {
  return blocks.flatMap((block, index) =>
    elementsOf(block).map(({ element, path }) => ({
      block,
      blockId: block.block_id ?? '',
      actionId: element.action_id ?? '',
      element,
      pointer: `/${index}${path}`,
    })),
  );
}

function elementsOf(block: KnownBlock): { element: Element; path: string }[] {
  switch (block.type) {
    case 'input':
      return [{ element: block.element, path: '/element' }];
    case 'actions':
      return block.elements.map((element, index) => ({ element, path: `/elements/${index}` }));
    case 'section':
      return block.accessory && block.accessory.type !== 'image'
        ? [{ element: block.accessory, path: '/accessory' }]
        : [];
    default:
      return [];
  }
}

export function optionsOf(element: Element): Option[] {
  const own = 'options' in element && element.options ? element.options : [];
  const groups = 'option_groups' in element && element.option_groups ? element.option_groups : [];
  return [...own, ...groups.flatMap((group) => group.options)];
}

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
