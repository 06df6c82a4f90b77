import { z } from 'zod';
import { Count, SlackError } from './method.ts';

export const Paging = z.object({ limit: Count.optional(), cursor: z.string().optional() });

/**
 * One page of a list, with the cursor of the next (docs.slack.dev/apis/web-api/pagination).
 * @param usual default limit; 0 returns everything
 */
export function page<T>(all: readonly T[], { limit, cursor }: z.infer<typeof Paging>, usual = 0) {
  const size = limit ?? usual;
  const start = cursor ? startOf(cursor) : 0;
  const end = size > 0 ? start + size : all.length;
  return {
    items: all.slice(start, end),
    response_metadata: { next_cursor: end < all.length ? cursorAt(end) : '' },
  };
}

function cursorAt(start: number): string {
  return Buffer.from(`next:${start}`).toString('base64');
}

function startOf(cursor: string): number {
  const [, start] = /^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  if (start === undefined) throw new SlackError('invalid_cursor');
  return Number(start);
}
