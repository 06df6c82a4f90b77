import type { KnownBlock } from '@slack/types';

/** A part of the desk, whose last items can be left out: there is a way to all of them elsewhere. */
export interface Section {
  head: KnownBlock[];
  /** Each as a whole, or not at all. */
  items: KnownBlock[][];
  /** @param left how many of the items are not shown */
  foot(left: number): KnownBlock[];
}

/** So many of each stay for as long as others have more. */
const keptFirst = 3;

/**
 * The sections in so many blocks at the most: what gives way first are the last items of the last sections.
 * @param sections those that must be seen first
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
