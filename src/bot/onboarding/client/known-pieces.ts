import { createHash } from 'node:crypto';
import type { Page } from './list-pages.ts';

/**
 * The pieces of a list as they were read last. One that comes as the very same bytes, which nearly all of them do, is
 * not parsed again. Only what the last whole reading read is kept.
 */
export function rememberPieces<Item>() {
  let last: ReadonlyMap<string, Page<Item>> = new Map();

  return function begin() {
    const pieces = new Map<string, Page<Item>>();
    return {
      /** @param parse makes the page of these bytes; what it makes of no page is not kept */
      pageOf(bytes: Uint8Array, parse: () => Page<Item> | undefined): Page<Item> | undefined {
        const digest = createHash('sha256').update(bytes).digest('base64');
        const page = last.get(digest) ?? parse();
        if (page) pieces.set(digest, page);
        return page;
      },
      /** The list was read to its end. */
      end(): void {
        last = pieces;
      },
    };
  };
}

export type KnownPieces<Item> = ReturnType<ReturnType<typeof rememberPieces<Item>>>;
