import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ListUnreadable, TimedOut, TooLarge, Unreadable } from './errors.ts';

export interface Page<Item> {
  items: Item[];
  next: string | null;
}

interface ListOptions<Item> {
  url: string;
  path: string;
  /** Returns undefined if the answer isn't a page. `limit` is in milliseconds. */
  get: (path: string, limit: number) => Promise<Page<Item> | undefined>;
  /** Time limits for one page and for all of them, in milliseconds. */
  pageLimit: number;
  limit: number;
  /** Stops after the first page, to test whether the list is there. */
  onlyFirstPage: boolean;
}

const mostItems = 1_000_000;
/** Limit for a service that generates endless pages. */
const mostPages = 10_000;

/**
 * Reads a list to its end, and guards against a faulty `next`: every page has to bring something new, all
 * from the service itself, in time. Throws ListUnreadable.
 */
export async function readPages<Item extends { id: number }>(
  options: ListOptions<Item>,
): Promise<ReadonlyMap<number, Item>> {
  const items = new Map<number, Item>();
  const seen = new Set<string>();
  const end = performance.now() + options.limit;
  for (let path: string | null = options.path; path !== null; ) {
    if (seen.has(path)) throw new ListUnreadable('repeated');
    if (options.onlyFirstPage && seen.size > 0) break;
    if (seen.size === mostPages) throw new ListUnreadable('tooManyPages');
    seen.add(path);
    const page = await readPage(path, end - performance.now(), options);
    const before = items.size;
    await keep(page.items, items);
    if (items.size > mostItems) throw new ListUnreadable('tooMany');
    path = nextPath(page.next, options);
    if (path !== null && items.size === before) throw new ListUnreadable('nothingNew');
  }
  return items;
}

/** Entries to process before yielding to the event loop: a millisecond or two. */
const stepSize = 5_000;

async function keep<Item extends { id: number }>(page: readonly Item[], items: Map<number, Item>) {
  for (const [index, item] of page.entries()) {
    if (!items.has(item.id)) items.set(item.id, item);
    if (index % stepSize === stepSize - 1) await setImmediate();
  }
}

async function readPage<Item>(path: string, left: number, { get, pageLimit }: ListOptions<Item>) {
  if (left <= 0) throw new ListUnreadable('tooSlow');
  try {
    const page = await get(path, Math.ceil(Math.min(left, pageLimit)));
    if (!page) throw new Unreadable('it is not a list');
    return page;
  } catch (error) {
    if (error instanceof TooLarge) throw new ListUnreadable('tooLarge', error);
    // The page got less time than a page is allowed, since the list's limit was near.
    if (error instanceof TimedOut && left < pageLimit) throw new ListUnreadable('tooSlow', error);
    throw error;
  }
}

/**
 * Path of the next page from its absolute address. Drops the part before the list's own path, which a service behind
 * a proxy may get wrong; refuses another host, since the token is for the one that was entered.
 */
function nextPath(next: string | null, { url, path }: { url: string; path: string }): string | null {
  if (next === null || next === '') return null;
  const address = URL.parse(next, url);
  if (!address || !/^https?:$/.test(address.protocol)) throw new ListUnreadable('malformed');
  if (address.hostname !== new URL(url).hostname) throw new ListUnreadable('elsewhere');
  const at = address.pathname.indexOf(path);
  if (at === -1) throw new ListUnreadable('malformed');
  return address.pathname.slice(at) + address.search;
}

/**
 * Caches the parsed pieces of a list. A piece with the same bytes as last time, as nearly all have, is not parsed
 * again. Keeps only the pieces of the last complete reading.
 */
export function rememberPieces<Item>() {
  let last: ReadonlyMap<string, Page<Item>> = new Map();

  return function begin() {
    const pieces = new Map<string, Page<Item>>();
    return {
      /** An undefined result of `parse` is not cached. */
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
