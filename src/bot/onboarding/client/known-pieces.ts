import { createHash } from 'node:crypto';
import type { Page } from './list-pages.ts';

/**
 * Caches the parsed pieces of a list. A piece with the same bytes as last time, as nearly all have, is not parsed
 * again. Keeps only the pieces of the last complete reading.
 */
export function rememberPieces<Item>() {
  let last: ReadonlyMap<string, Page<Item>> = new Map();

  return function begin() {
    const pieces = new Map<string, Page<Item>>();
    return {
      /** @param parse parses these bytes; undefined is not cached */
      pageOf(bytes: Uint8Array, parse: () => Page<Item> | undefined): Page<Item> | undefined {
        const digest = createHash('sha256').update(bytes).digest('base64');
        const page = last.get(digest) ?? parse();
        if (page) pieces.set(digest, page);
        return page;
      },
      end(): void {
        last = pieces;
      },
    };
  };
}

export type KnownPieces<Item> = ReturnType<ReturnType<typeof rememberPieces<Item>>>;
