import type { Button, KnownBlock } from '@slack/types';
import { plain } from '../../slack/views/blocks.ts';

/** A part of a list, and the buttons to what is before and after it. */
interface Page<Item> {
  items: readonly Item[];
  /** Its number, counted from 0: the last one there is where so many are not. */
  page: number;
  isFirst: boolean;
  isLast: boolean;
}

export function pageOf<Item>(all: readonly Item[], wanted: number, most: number): Page<Item> {
  const last = Math.max(Math.ceil(all.length / most) - 1, 0);
  const page = Math.min(Math.max(wanted, 0), last);
  return {
    items: all.slice(page * most, (page + 1) * most),
    page,
    isFirst: page === 0,
    isLast: page === last,
  };
}

/** One of the two buttons. */
interface Way {
  action_id: string;
  text: string;
  value: string;
}

/** The row of buttons below a part of a list; none where it is all there is. */
export function pagingRow(
  { isFirst, isLast }: Pick<Page<unknown>, 'isFirst' | 'isLast'>,
  { back, on }: { back: Way; on: Way },
): KnownBlock[] {
  const ways = [...(isFirst ? [] : [back]), ...(isLast ? [] : [on])];
  const elements = ways.map(({ text, ...way }): Button => ({ type: 'button', ...way, text: plain(text) }));
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}
