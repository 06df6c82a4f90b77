import type { KnownBlock } from '@slack/types';

/** Part of App Home whose last items may be dropped; all of them can be reached elsewhere. */
export interface Section {
  head: KnownBlock[];
  /** Each item is shown completely or dropped. */
  items: KnownBlock[][];
  /** @param left number of items not shown */
  foot(left: number): KnownBlock[];
}

/** Items that every section keeps while other sections still have more. */
const keptFirst = 3;

/**
 * Fits the sections into a number of blocks, by dropping the last items of the last sections first.
 * @param sections most important first
 * @param room maximum number of blocks
 */
export function fitted(sections: readonly Section[], room: number): KnownBlock[] {
  const shown = sections.map(({ items }) => items.length);
  const blocks = () =>
    sections.flatMap(({ head, items, foot }, index) => {
      const count = shown[index] ?? 0;
      return [...head, ...items.slice(0, count).flat(), ...foot(items.length - count)];
    });
  for (const least of [keptFirst, 0])
    for (let index = sections.length - 1; index >= 0; index -= 1)
      while ((shown[index] ?? 0) > least && blocks().length > room) shown[index] = (shown[index] ?? 0) - 1;
  return blocks();
}
