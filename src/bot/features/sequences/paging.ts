import type { Button, KnownBlock } from '@slack/types';
import { plain } from '../../slack/views/blocks.ts';

interface Page<Item> {
  items: readonly Item[];
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

interface Way {
  action_id: string;
  text: string;
  value: string;
}

export function pagingRow(
  { isFirst, isLast }: Pick<Page<unknown>, 'isFirst' | 'isLast'>,
  { back, on }: { back: Way; on: Way },
): KnownBlock[] {
  const ways = [...(isFirst ? [] : [back]), ...(isLast ? [] : [on])];
  const elements = ways.map(({ text, ...way }): Button => ({ type: 'button', ...way, text: plain(text) }));
  return elements.length > 0 ? [{ type: 'actions', elements }] : [];
}
