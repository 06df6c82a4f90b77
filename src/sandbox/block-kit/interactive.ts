import type {
  ActionsBlockElement,
  InputBlock,
  InputBlockElement,
  KnownBlock,
  Option,
  SectionBlockAccessory,
} from '@slack/types';

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

/** All interactive elements in these blocks, in reading order. */
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

/** Finds the input block with this id. */
export function inputBlock(blocks: readonly KnownBlock[], blockId: string): InputBlock | undefined {
  return blocks.filter((block) => block.type === 'input').find((block) => block.block_id === blockId);
}

/** All static options of an element, including those in its groups. */
export function optionsOf(element: Element): Option[] {
  const own = 'options' in element && element.options ? element.options : [];
  const groups = 'option_groups' in element && element.option_groups ? element.option_groups : [];
  return [...own, ...groups.flatMap((group) => group.options)];
}
